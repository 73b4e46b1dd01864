"""Which slots a question asks for: "where do I live?" and 我住哪 ask for `user.city`."""

import functools
import re

from memstrata.policies.slots import naming

MAX_QUERY_CHARACTERS = 300
MAX_SLOTS = 4

_EN_WHO = r"(?P<s>i|we|user|the user|my [a-z]+|[a-z][\w-]{1,20}(?: [a-z][\w-]{1,20})??)"
_ZH_WHO = r"(?P<s>我们|我|用户|[一-鿿A-Za-z]{2,6}?)"
_ADVERB = r"(?:currently |now |really |usually |actually |still )?"

# (patterns over the folded query, parted by ` || `; slots); {s} is whoever the question is about, {v} the thing asked about.
_ENGLISH: tuple[tuple[str, str], ...] = (
    (
        rf"where (?:do|does|did) {_EN_WHO} {_ADVERB}(?:live|stay|reside) || where(?:'s| is) {_EN_WHO} (?:living|based|located|home)",
        "{s}.city",
    ),
    (rf"(?:what|which) (?:city|town) (?:do|does|am|is) {_EN_WHO} (?:live|living|in|based)", "{s}.city"),
    (rf"(?:what|which) country (?:do|does|am|is) {_EN_WHO} (?:live|living|in|based|from)", "{s}.country"),
    (r"where am (?P<s>i) (?:living|based|located)", "{s}.city"),
    (rf"where (?:am|is) {_EN_WHO} from\b || where (?:did|was) {_EN_WHO} (?:grow up|born|raised)", "{s}.hometown"),
    (r"who am i\b|what am i called|do you know my name|what(?:'s| is) my name", "user.name user.nickname"),
    (r"what (?:should|do|can) (?:you|i|we) (?:call|address) me|how (?:should|do) you (?:call|address) me", "user.nickname user.name"),
    (rf"how old (?:am|is|are) {_EN_WHO}", "{s}.age {s}.birthday"),
    (rf"when (?:was|were) {_EN_WHO} born", "{s}.birthday"),
    (
        (
            rf"(?:where|who) (?:do|does) {_EN_WHO} {_ADVERB}work(?: for| at)?\b(?! on) || (?:which|what) (?:company|employer) (?:do|"
            rf"does) {_EN_WHO}"
        ),
        "{s}.employer",
    ),
    (rf"what (?:do|does) {_EN_WHO} do\b(?: for (?:a living|work))?$ || what(?:'s| is) {_EN_WHO} (?:job|occupation)", "{s}.job"),
    (
        rf"(?:where|which (?:school|university|college)) (?:do|does|did) {_EN_WHO} (?:study|go to (?:school|university|college))",
        "{s}.school",
    ),
    (rf"what (?:do|does|did) {_EN_WHO} (?:study|major in)", "{s}.major"),
    (
        (
            rf"(?:what|which \w+) (?:am|is|are) {_EN_WHO} allergic || (?:am|is|are) {_EN_WHO} allergic || (?:do|does) {_EN_WHO} have "
            r"(?:any )?(?:food )?allerg"
        ),
        "{s}.allergy",
    ),
    (r"(?:can|should) i eat (?P<v>[\w' -]{2,40})$", "user.like.{v} user.allergy user.diet"),
    (
        (
            r"(?:do|did) i (?:still )?(?:like|love|enjoy|hate|dislike|eat|drink) (?:eating |drinking |to eat |to drink )?(?P<v>[\w' "
            r"-]{2,40})$"
        ),
        "user.like.{v}",
    ),
    (r"what do i think (?:of|about) (?P<v>[\w' -]{2,40})$", "user.like.{v}"),
    (r"(?:what|which) (?P<v>[a-z]{3,20}) do i (?:like|love|enjoy) (?:best|most)", "user.favourite.{v}"),
    (r"do i have (?:a |any )?(?:pets?|dogs?|cats?)|(?:my )?(?:dog|cat|pet|puppy|kitten)(?:'s name| called)", "user.pet"),
    (r"do i have (?:any )?(?:kids?|children|sons?|daughters?)|(?:my )?(?:son|daughter|kid)(?:'s name| called)", "user.child"),
    (r"am i (?:married|single|in a relationship)", "user.marital_status user.partner"),
    (r"am i (?:a )?(?:vegan|vegetarian)|what (?:can|can't) i eat", "user.diet user.allergy"),
    (rf"(?:what|which|how many) languages? (?:do|does|can) {_EN_WHO} speak", "{s}.language"),
    (
        (
            r"(?:what|which) (?P<a>editor|ide|os|operating system|browser|shell|terminal|phone|laptop|keyboard|car) (?:do|did) i "
            r"(?:use|have|drive|own|prefer)"
        ),
        "user.{a}",
    ),
    (r"(?:what|which) language (?:do i want|should you (?:answer|reply|respond|use))", "reply.language"),
    (r"(?:what|which) port (?:does|do|is|are) (?:the )?(?P<t>[\w .-]{2,40}?) (?:listen|run|use|served|bound|on)", "{t}.port"),
    (
        (
            r"(?:what|which) (?P<a>[a-z]{2,12}(?: [a-z]{2,12})?) (?:does|do|did|is|are) (?:the )?(?P<t>[\w .-]{2,40}?) (?:use|using|"
            r"run|running|written|listen|built)\b"
        ),
        "{t}.{a}",
    ),
    (r"(?:what|which) (?P<a>database|framework|language|branch|port|editor|version) (?:do we|are we|did we)", "project.{a}"),
    (
        (
            r"(?:who) (?:owns|leads|maintains|runs|is (?:responsible|in charge) (?:for|of)|'s (?:responsible|in charge) (?:for|of)) "
            r"(?:the )?(?P<t>[\w .-]{2,40})$"
        ),
        "{t}.owner",
    ),
    (r"when (?:is|are|'s) (?:the )?(?P<t>[\w .-]{2,40}?) due", "{t}.deadline project.deadline"),
    (r"when (?:do|does|is|are) (?:we|the project|it) (?:ship|launch|due|release)", "project.deadline"),
    (rf"(?:what|which project) (?:does|is) {_EN_WHO} (?:work(?:ing)? )?on\b", "{s}.project"),
    (r"when(?:'s| is| do we have) (?:the |our )?(?P<m>stand-?up|daily stand-?up|weekly (?:meeting|sync)|meeting)", "{m}.time"),
)
_CHINESE: tuple[tuple[str, str], ...] = (
    (
        (
            rf"{_ZH_WHO}(?:的家|家)?(?:现在|目前|如今)?(?:是)?(?:住|定居|居住)?在?(?:住在?)(?:哪|什么(?:地方|城市|位置)) || "
            rf"{_ZH_WHO}家在哪"
        ),
        "{s}.city",
    ),
    (rf"{_ZH_WHO}(?:现在|目前)?在(?:哪个|什么)城市", "{s}.city"),
    (rf"{_ZH_WHO}(?:的)?(?:老家|家乡)(?:是|在)?哪 || {_ZH_WHO}是哪(?:里|儿|的)?人", "{s}.hometown"),
    (r"我(?:的名字)?(?:是)?叫(?:什么|啥)|我是谁|我姓(?:什么|啥)|我的?名字", "user.name user.nickname"),
    (r"(?:该|应该)?怎么(?:称呼|叫)我|叫我什么|称呼我什么", "user.nickname user.name"),
    (rf"{_ZH_WHO}(?:今年)?(?:多大|几岁|多少岁)", "{s}.age {s}.birthday"),
    (rf"{_ZH_WHO}(?:的)?生日(?:是)?(?:在)?(?:什么|哪|几|多) || {_ZH_WHO}(?:什么时候|哪天|几月几号|几号)(?:过)?生日", "{s}.birthday"),
    (rf"{_ZH_WHO}(?:现在|目前)?在(?:哪|什么)(?:里|儿|家|个|地方)?(?:公司|单位)?(?:上班|工作|任职)", "{s}.employer"),
    (rf"{_ZH_WHO}(?:现在|目前)?(?:是)?(?:做|干)(?:什么|啥)(?:工作|行业)?(?:的)?$ || {_ZH_WHO}的?(?:工作|职业)是", "{s}.job"),
    (rf"{_ZH_WHO}(?:在|是)?(?:哪|什么)(?:个|所|里)?(?:大学|学校)?(?:毕业|上学|读书|念书|读大学|上大学)", "{s}.school"),
    (rf"{_ZH_WHO}(?:是)?(?:学|读)(?:什么|啥)(?:专业)?的?$", "{s}.major"),
    (
        (
            rf"{_ZH_WHO}对(?:什么|哪些|哪种|啥).{{0,8}}过敏 || {_ZH_WHO}(?:有|有没有)(?:什么|啥|哪些)?(?:食物)?过敏 || "
            rf"{_ZH_WHO}对(?P<v>[一-鿿\w]{{1,10}}?)(?:会)?过敏(?:吗|么)"
        ),
        "{s}.allergy",
    ),
    (r"我(?:能|可以|能不能|可不可以)吃(?P<v>[一-鿿\w]{1,10}?)(?:吗|么|不)?$", "user.like.{v} user.allergy user.diet"),
    (r"我(?:还)?(?:喜欢|爱|讨厌|(?=[吃喝玩]))(?:吃|喝|玩|看|听)?(?P<v>(?!最)[一-鿿\w]{1,12}?)(?:吗|(?<!什)么)$", "user.like.{v}"),
    (r"我(?:喜不喜欢|喜欢不喜欢|爱不爱|吃不吃|喝不喝)(?:吃|喝|玩|看|听)?(?P<v>[一-鿿\w]{1,12})$", "user.like.{v}"),
    (r"我最(?:喜欢|爱)(?:的|吃的|喝的|看的|听的|玩的)?(?:什么|哪(?:个|种|位|部|本|首)?)(?P<v>[一-鿿\w]{1,8}?)$", "user.favourite.{v}"),
    (r"我(?:有|养了?|家有|家养了?)(?:什么|哪些|几只)?(?:宠物|猫|狗)|我(?:家|的)?(?:猫|狗|猫咪|狗狗|宠物)叫", "user.pet"),
    (r"我(?:有几个|有没有|有)(?:孩子|小孩|儿子|女儿)|我(?:的)?(?:孩子|儿子|女儿|闺女)叫", "user.child"),
    (r"我(?:结婚|单身)(?:了)?(?:吗|没)", "user.marital_status user.partner"),
    (rf"{_ZH_WHO}(?:会说|会讲|会)(?:什么|哪些|几种|几门)(?:语言|外语)", "{s}.language"),
    (
        (
            r"我(?:平时|一般|现在)?(?:用|开|使用)(?:的是|的)?(?:什么|哪个|哪款|啥)(?P<a>编辑器|操作系统|系统|浏览器|终端|手机|电脑|"
            r"键盘|车)"
        ),
        "user.{a}",
    ),
    (r"(?:该|应该)?用(?:什么|哪种)语言(?:回答|回复|跟我|和我)", "reply.language"),
    (r"(?P<t>[一-鿿\w.-]{1,20}?)(?:服务)?(?:监听|跑在|运行在|用|使用|占用|开)(?:的是|的|了)?(?:哪个|什么|几|多少)(?:号)?端口", "{t}.port"),
    (
        (
            r"(?P<t>[一-鿿\w.-]{1,20}?)(?:现在|目前)?(?:用|使用|采用)(?:的是|的|了)?(?:什么|哪个|哪种|啥)(?P<a>数据库|框架|语言|"
            r"编程语言|版本|分支|平台|队列|缓存)"
        ),
        "{t}.{a}",
    ),
    (
        (
            r"(?P<t>[一-鿿\w.-]{1,20}?)(?:是|由|归)?谁(?:来)?(?:负责|管|维护)|谁(?:来|在)?(?:负责|管|维护)(?P<t2>[一-鿿\w.-]{1,20}?)"
            r"(?:的)?$"
        ),
        "{t}.owner",
    ),
    (r"(?P<t>[一-鿿\w.-]{0,20}?)(?:什么时候|哪天|几号|何时)(?:截止|交付|到期|上线)", "{t}.deadline project.deadline"),
    (rf"{_ZH_WHO}(?:现在|目前)?(?:在)?(?:做|负责|跟)(?:哪个|什么)项目", "{s}.project"),
    (r"(?P<m>站会|晨会|周会|例会|会议)(?:是|在|定在)?(?:什么时候|几点|周几|哪天)", "{m}.time"),
)
_ASKING_WORDS = re.compile(
    r"^(?:hey |hi |so |and |ok |please |can you |could you |do you (?:know|remember) |tell me |remind me (?:of |about )?|remember |"
    r"what(?:'s| is| was| are| were)? |which (?:[a-z]+ (?:is|are) (?=the |our |my ))?|who(?:'s| is| was)? |"
    r"when(?:'s| is| was)? |where(?:'s| is| was)? |how much is |"
    r"你?(?:还)?(?:记得|知道|记不记得)|请问|请|告诉我|查一下|问一下|问下|帮我查一下|那|那么)+"
    r"|(?:的)?(?:又)?(?:是|在|有|要|叫|用|为)?(?:的是)?(?:多少|什么时候|什么|谁|哪一?[个种位里儿家天款]?|"
    r"几[点号个月]?(?:几号)?|啥|怎么样)(?:来着|呢|啊|呀|了)?$|(?:来着|呢|吗|么|啊|呀)$"
    r"| (?:again|now|currently|these days|set to|called|before|please)$"
)
_NAME_OF = re.compile(r"(?:'s name|的名字)$")
_MINE = re.compile(r"^(?:my|our|the user's|user's|我的?|我们的?|咱们的?|用户的?)\s*")
_WH = re.compile(r"什么|哪|谁|怎么|多少|叫|\b(?:how|what|why|who|do|does|can|should)\b")
_QUESTION_WORDS = frozenset(
    ["i", "we", "me", "you", "it", "this", "that", "what", "who", "there", "one", "he", "she", "they", "你", "他", "她", "它", "什么"]
)


def asked(query: str) -> list[str]:
    """The canonical slots that a question asks for, the likeliest first, at most four; [] where it asks for none."""
    return list(_asked(query[:MAX_QUERY_CHARACTERS]))


@functools.lru_cache(maxsize=1024)
def _asked(query: str) -> tuple[str, ...]:
    plain = naming.folded(query)
    found: dict[str, None] = {}
    chinese = not plain.isascii()
    for pattern, names in _patterns(chinese):
        if match := pattern.search(plain):
            found.update(dict.fromkeys(_fill(names, match)))
    found.update(dict.fromkeys(_named(plain)))
    return tuple(found)[:MAX_SLOTS]


@functools.cache
def _patterns(chinese: bool) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    rows = _CHINESE if chinese else _ENGLISH
    start = "" if chinese else r"\b"
    return tuple((re.compile(start + rf"(?:{one})"), tuple(names.split())) for pattern, names in rows for one in pattern.split(" || "))


def _fill(names: tuple[str, ...], match: re.Match[str]) -> list[str]:
    groups = {name: value for name, value in match.groupdict().items() if value}
    who = groups.get("s", "")
    thing = groups.get("t") or groups.get("t2") or ""
    slots = []
    for name in names:
        if "{s}" in name:
            if who in _QUESTION_WORDS - {"i", "we"}:
                continue
            slots.append(naming.free("user" if who in ("i", "we", "我", "我们", "用户", "the user") else who, name.rpartition(".")[2]))
        elif "{t}" in name:
            owner = "project" if thing in ("", "we", "项目", "我们") or thing in _QUESTION_WORDS else thing
            slots.append(naming.free(owner, groups.get("a") or name.rpartition(".")[2]))
        elif "{m}" in name:
            slots.append(naming.free(groups["m"], "time"))
        elif "{a}" in name:
            slots.append(naming.normal(groups["a"]) if name.startswith("user") else naming.free("project", groups["a"]))
        elif "{v}" in name:
            slots.append(naming.favourite(groups["v"]) if "favourite" in name else "user.like." + naming.key(groups["v"]))
        else:
            slots.append(name)
    return slots


def _named(plain: str) -> list[str]:
    """The slot that the noun phrase of the question names, in a list; [] where it names none."""
    previous, phrase = "", plain
    while previous != phrase:
        previous, phrase = phrase, _ASKING_WORDS.sub("", phrase).strip()
    if not phrase:
        return []
    own = _MINE.sub("", phrase)
    slot = naming.find(phrase) or naming.find(own) or naming.find(_NAME_OF.sub("", own))
    if slot is not None and (own != phrase or slot.subject != "user" or phrase == plain or "." in slot.name[5:]):
        return [slot.name]
    owner, attribute = naming.split(own)
    of = naming.OF.match(own)
    if of and naming.attribute(of["attribute"]) is not None:
        owner, attribute = of["subject"], of["attribute"]
    if not attribute or owner in _QUESTION_WORDS or len(owner.split()) > 4 or _WH.search(owner):
        return []
    return [naming.normal(own)]
