"""One canonical dotted name for every way to name a slot: 部署端口, "deploy port" and "Deployment port" are `deploy.port`."""

import functools
import re

from memstrata.core.records import Kind
from memstrata.policies.slots import table
from memstrata.policies.slots.table import Slot
from memstrata.text import fold

MAX_NAME_CHARACTERS = 120

# What things have: the attributes of free slots `<thing>.<attribute>`, with the words that name them.
ATTRIBUTES: dict[str, str] = {
    "port": "port|port number|端口|端口号",
    "host": "host|hostname|主机|主机名|服务器地址",
    "ip": "ip|ip address|ip地址",
    "url": "url|link|endpoint|address|网址|链接|接口地址|地址",
    "domain": "domain|domain name|域名",
    "path": "path|directory|folder|location|路径|目录|位置",
    "branch": "branch|分支",
    "version": "version|版本|版本号",
    "budget": "budget|预算|经费",
    "deadline": "deadline|due date|ship date|launch date|release date|截止日期|截止时间|交付日期|上线日期|死线|ddl",
    "owner": "owner|lead|maintainer|person in charge|负责人|owner是",
    "place": "place|venue|地点|场地",
    "room": "room|meeting room|房间|房间号|会议室",
    "database": "database|db|datastore|数据库",
    "platform": "platform|hosting|cloud|平台|云平台",
    "framework": "framework|框架",
    "language": "language|programming language|语言|编程语言|开发语言",
    "repo": "repo|repository|仓库|代码仓库|代码库",
    "region": "region|区域|地域",
    "timezone": "timezone|time zone|时区",
    "command": "command|命令",
    "license": "license|licence|许可证|协议",
    "time": "time|schedule|时间",
    "day": "day|日子",
    "status": "status|state|状态|进度",
    "limit": "limit|rate limit|quota|上限|限额|限流|配额",
    "timeout": "timeout|time limit|超时|超时时间",
    "size": "size|大小|尺寸|规模",
    "rent": "rent|房租|租金",
    "price": "price|cost|fee|价格|费用|单价",
    "model": "model|型号|模型",
    "namespace": "namespace|命名空间",
    "bucket": "bucket|存储桶",
    "queue": "queue|队列",
    "topic": "topic|主题名",
    "cluster": "cluster|集群",
    "replicas": "replicas|replica count|副本数",
    "retention": "retention|retention period|保留期|保留时间",
    "cache": "cache|缓存",
    "codename": "codename|code name|代号",
    "project": "project|项目",
    "client": "client|customer|客户|甲方",
}
ATTRIBUTE_WORDS = {word: name for name, words in ATTRIBUTES.items() for word in words.split("|")}
_SUBJECTS = {
    "deploy": "deploy|deployment|deploys|deployments|部署|发布|上线",
    "database": "database|db|数据库",
    "project": "project|the project|our project|项目|我们项目|本项目",
    "user": "user|i|me|my|myself|我|我的|用户|用户的|本人|俺",
    "meeting": "meeting|会议",
    "standup": "standup|stand-up|daily standup|daily stand-up|站会|晨会|每日站会",
    "weekly": "weekly|weekly meeting|weekly sync|周会|例会",
    "reply": "reply|answer|response|回复|回答",
}
# Things one has a favourite of; others keep their own word.
_FAVOURITES = (
    "colour color 颜色|food 食物 食品|dish 菜 菜品|fruit 水果|vegetable 蔬菜|film movie 电影 片子|book novel 书 书籍 小说|"
    "author writer 作家 作者|"
    "composer 作曲家|singer 歌手|band 乐队|song 歌 歌曲|music genre 音乐|actor 演员|director 导演|series show 电视剧 剧|"
    "game 游戏|sport 运动 体育|"
    "team 球队|player 球员|animal 动物|drink beverage 饮料 饮品|coffee 咖啡|tea 茶|city 城市|country 国家|season 季节|"
    "restaurant 餐厅 餐馆 饭馆|"
    "programming_language 编程语言|editor 编辑器|subject 科目|flower 花|painter 画家|poet 诗人|number 数字|place 地方|"
    "cuisine 菜系|dessert 甜品 甜点|day 日子"
)
THINGS = {word: words.split()[0] for words in _FAVOURITES.split("|") for word in words.split()}

_TOOLS = frozenset(["editor", "ide", "browser", "shell", "os"])
_ARTICLE = re.compile(r"^(?:(?:the|a|an|our|my|your|his|her|their|this|that)[\s_]+|我们的|我们|咱们的|咱们|我的|这个|那个|该)")
_PROJECT = re.compile(r"^(?:the )?project (?=\S)|^项目(?=[A-Za-z0-9])")
_GENERIC_END = re.compile(
    r"(?<=[^\s_])(?:[\s_]+(?:service|server|backend|app|application|process|daemon|instance|project|team|box)|"
    r"[\s_]*(?:服务器|服务|后端|后台|进程|应用|程序|项目|团队))$"
)
_FAVOURITE = re.compile(
    r"^(?:(?:my|user|用户的?|我的?)\s*)?(?:(?:current|present|all-time|现在)\s*)?(?:favou?rite\s+|最(?:喜欢|喜爱|爱)(?:吃|"
    r"喝|看|听|玩|读)?的?)(?P<thing>\S.*)$"
)
OF = re.compile(r"^(?:the )?(?P<attribute>\S.*?) (?:of|for) (?:the )?(?P<subject>\S.*)$")
_OUTSIDE = re.compile(r"[^\w一-鿿.#+/]+")
_POSSESSED = re.compile(r"(?:'s|s'|\s*的)$")


def folded(text: str) -> str:
    """The text in one spelling: simplified, half width, lower case, single blanks, no outer punctuation."""
    return " ".join(fold.fold(text).lower().split()).strip(" \t'\"`.,;:!?。，；：！？、“”‘’「」『』《》()（）")


def key(text: str) -> str:
    """One segment of a slot's name: folded, articles and the generic end ("service", 服务) dropped, blanks as `_`."""
    plain = folded(text)
    plain = _PROJECT.sub("", _ARTICLE.sub("", plain)) or plain
    plain = _GENERIC_END.sub("", plain)
    return _OUTSIDE.sub("_", plain).strip("_.")


def favourite(thing: str) -> str:
    """The slot of the thing one likes best: "composer" and 作曲家 give `user.favourite.composer`."""
    word = key(thing)
    singular = word[:-1] if word.endswith("s") and word[:-1] in THINGS else word
    if THINGS.get(singular, singular) in _TOOLS:
        return f"user.{THINGS.get(singular, singular)}"  # the editor one likes best and the one in use are one slot
    return f"user.favourite.{THINGS.get(singular, singular)}"


def attribute(word: str) -> str | None:
    """The canonical attribute that a word names, or None: "port number" and 端口号 are `port`, 生日 is `birthday`."""
    return _attributes().get(folded(word))


def free(subject: str, attribute_word: str) -> str:
    """The slot of a thing's attribute, taken to the table where it stands there: ("部署", "端口") is `deploy.port`."""
    owner = folded(_POSSESSED.sub("", folded(subject)))
    owner_key = _subjects().get(owner) or _subjects().get(key(owner)) or key(owner)
    name = _attributes().get(folded(attribute_word)) or key(attribute_word)
    if not owner_key:
        return name
    if owner_key in ("database", "project") and name == "database":
        return "database.kind"
    return f"{owner_key}.{name}"


@functools.lru_cache(maxsize=4096)
def normal(name: str) -> str:
    """The canonical dotted name of any name of a slot; what is not in the table is folded. Empty for a name without letters."""
    plain = folded(name[:MAX_NAME_CHARACTERS])
    known = find(plain)
    if known is not None:
        return known.name
    if "." in plain and " " not in plain:
        return _dotted(plain)
    if of := OF.match(plain):
        owner, named = of["subject"], attribute(of["attribute"])
        if named is not None:
            return free(owner, named)
    if plain in ATTRIBUTE_WORDS:
        return f"project.{ATTRIBUTE_WORDS[plain]}"
    owner, end = split(plain)
    return free(owner, end) if end else key(plain)


def split(plain: str) -> tuple[str, str]:
    """(subject, attribute word) of a folded name such as "relay port" or 网关的端口; ("", "") where no attribute ends it."""
    match = _attribute_end().search(plain)
    if match is None or not match["subject"].strip():
        return "", ""
    return _POSSESSED.sub("", match["subject"].strip()), match["attribute"]


@functools.lru_cache(maxsize=4096)
def find(name: str) -> Slot | None:
    """The slot of the table, or of the families of favourites and likes, that has this name or alias; None for a free one."""
    plain = folded(name[:MAX_NAME_CHARACTERS])
    if plain in table.BY_NAME:
        return table.BY_NAME[plain]
    for family, importance in (("user.favourite.", 0.6), ("user.like.", 0.5)):
        if plain.startswith(family) and len(plain) > len(family):
            thing = key(plain.removeprefix(family))
            return _preference(favourite(thing) if family == "user.favourite." else family + thing, importance)
    if match := _FAVOURITE.match(plain):
        return _preference(favourite(match["thing"]), 0.6)
    return _aliases().get(plain) or _aliases().get(_ARTICLE.sub("", plain)) or _user_slot(plain)


def _user_slot(plain: str) -> Slot | None:
    owned = re.sub(r"^(?:the )?(?:user's|user|用户的?)\s*", "", plain)
    slot = _aliases().get(owned) if owned != plain else None
    return slot if slot is not None and slot.subject == "user" else None


def _preference(name: str, importance: float) -> Slot:
    return Slot(name=name, kind=Kind.PREFERENCE, importance=importance, zh=(), en=())


def _dotted(plain: str) -> str:
    head, _, last = plain.rpartition(".")
    return ".".join([*(_subjects().get(part) or key(part) for part in head.split(".")), _attributes().get(last) or key(last)])


@functools.cache
def _aliases() -> dict[str, Slot]:
    """{folded alias: slot}; the first row that claims a word keeps it."""
    found: dict[str, Slot] = {}
    for slot in table.TABLE:
        for alias in (*slot.en, *slot.zh):
            found.setdefault(folded(alias), slot)
    return found


@functools.cache
def _subjects() -> dict[str, str]:
    return {word: name for name, words in _SUBJECTS.items() for word in words.split("|")}


@functools.cache
def _attributes() -> dict[str, str]:
    """{folded word: attribute}: those of things first, then those that people have."""
    found = {word: name for name, words in ATTRIBUTES.items() for word in words.split("|")}
    for slot in table.TABLE:
        if slot.subject == "user":
            last = slot.name.rpartition(".")[2]
            for word in (last, *slot.en, *slot.zh):
                found.setdefault(folded(word), last)
    return found


@functools.cache
def _attribute_end() -> re.Pattern[str]:
    words = sorted(_attributes(), key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in words if word.isascii())
    han = "|".join(re.escape(word) for word in words if not word.isascii())
    return re.compile(rf"^(?P<subject>.{{1,80}}?)(?P<attribute>(?<![a-z0-9])(?:{latin})|(?:{han}))$")
