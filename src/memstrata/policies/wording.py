"""The words by which two statements say one thing in different ways, or announce a change, a plan, an addition; in both languages.

All patterns are for folded lower-case text of bounded length.
"""

import functools
import re

from memstrata.text import words


def stem(word: str) -> str:
    """A Latin word's stem; other words as they are."""
    found = words.plain(word).index if word.isascii() and word.isalpha() else ()
    return found[0] if found else word


class Cue:
    """A pattern with an English and a Chinese half; plain ASCII text is looked through for the English one only."""

    __slots__ = ("_both", "_english")

    def __init__(self, english: str, chinese: str) -> None:
        self._english, self._both = re.compile(english), re.compile(f"{english}|{chinese}")

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a folded lower-case text."""
        return (self._english if text.isascii() else self._both).search(text)

    def blank(self, text: str) -> str:
        """The text with every match blanked out."""
        return (self._english if text.isascii() else self._both).sub(" ", text)


def _stems(listed: str) -> frozenset[str]:
    """The words and their stems."""
    return frozenset(form for word in listed.split() for form in (word, stem(word)))


# Said around a statement without changing it.
FRAMES = Cue(
    r"\b(?:please|kindly|(?:do not|don't|never) forget(?: to| that)?|remember(?: to| that)?|note that|keep in mind(?: that)"
    r"?|make sure "
    r"(?:to|that)?|be sure to|remind me (?:to|that)|(?:just )?so you know|fyi|these days|by the way|btw|as i said|again|in "
    r"fact|it is true that"
    r"|the user says that|i (?:said|told you) that|for the record)\b[,:]?",
    r"(?:千万)?(?:别|不要|勿|莫)忘(?:了|记)?|记得|请(?:务必)?|务必|记住|提醒(?:我|一下)|要知道|顺便说一?下?|其实|说真的|事实上"
    r"|麻烦(?:你)?|注意[：:，,]?",
)

# Words without weight: they neither tell two statements apart nor make them alike.
FILLERS = _stems(
    "currently now actually really just still already very quite pretty only always usually generally mostly truly "
    "definitely lot much "
    "so also too well back ever "
    "today nowadays present moment current own new recently finally one thing someth located locat situated sits sit"
    " 目前 现在 如今 最近 一直 其实 真的 非常 特别 很 挺 蛮 比较 超 超级 已经 刚 刚刚 终于 也 还 还是 都 就 才 而已 只 "
    "只有 仅 平时 "
    "平常 一般 通常 里 个 只 种 一 们 呀 呢 吧 啊 啦 嘛 了 的 得 地 着 过 在 是 为 把 被 给 "
    "到 这 那 这个 那个 有点 一个 一只 一种 一些 一下 位 名 条 东西 事 事情 方面 市 区 省 县 号 日 块 元 点 去 来 于 以 "
    "为了 会 要 能 "
    "可以 想 我 我们 咱们 用户 自己 本人 家 人 every 从 往 向 对 由 归 将 让 之 其 或 便 则 常 经常 总是 每次"
)
_GENERIC_THINGS = _stems(
    "service server backend app applic process daemon instanc project team system box localhost host 服务 服务器 后端 后台 "
    "进程 程序 "
    "应用 项目 系统 团队 主机"
)
GENERIC = FILLERS | _GENERIC_THINGS

_SYNONYMS = (
    "film movi 电影 影片 片子|big larg huge 大 巨大|small tini littl 小|begin start commenc 开始|finish complet conclud "
    "完成 结束 做完 "
    "搞定|buy purchas bought 买 购买 购入|"
    "daili everyday 每天 天天 每日|weekli 每周 每星期|phone mobil cellphon smartphon 手机|comput pc 电脑 计算机|doctor "
    "physician 医生 "
    "大夫|boss manag supervisor 老板 领导 上司 主管 经理|"
    "meet sync 会议 开会 会|standup stand-up 站会 晨会|deadlin due 截止 截止日期 截止时间 期限 到期 死线|email e-mail mail "
    "邮件 电邮"
    "|bike bicycl 自行车 单车|car auto automobil 车 汽车|"
    "child kid children 孩子 小孩 娃|wife 妻子 老婆 太太 媳妇|husband 丈夫 老公|mum mom mother 妈妈 母亲 妈|dad father "
    "爸爸 父亲 爸"
    "|flat apart condo 公寓|hous home 房子 屋子|"
    "fast quick rapid 快 迅速|slow 慢|run 跑步 跑|climb 爬山 登山|hike trek 徒步|swim 游泳|reader read 看书 阅读 读书|pup "
    "puppi dog 狗 "
    "狗狗 小狗|kitten cat 猫 猫咪 小猫|colleagu cowork co-work teammat 同事|"
    "compani firm employ 公司 单位|job occup profess 工作 职业|near close 近 离得近|budget 预算 经费|databas db 数据库|"
    "repo repositori "
    "仓库 代码库|peanut 花生|cilantro coriand 香菜|nut 坚果|"
    "autumn fall 秋天 秋季|spring 春天 春季|summer 夏天 夏季|winter 冬天 冬季|weekend 周末|morn 早上 早晨 清晨 上午 早|"
    "even night 晚上 "
    "晚 夜里 夜间|"
    "need requir 需要|send deliv 发送 发|deploy releas ship 部署 发布 上线|move migrat 迁移 迁 搬|"
    "write wrote written 写|sell sold 卖|build built|rewrit rewrote rewritten|send sent|spend spent|drive drove driven|learn studi 学 "
    "学习|teach 教"
    "|speak talk 说 讲|help assist 帮助|fix repair 修 修复|"
    "purpl violet 紫色|gray grey 灰色|colour color 颜色|favourit favorit|cook 做饭 烹饪|photo photographi 摄影 拍照|pictur "
    "imag 图片"
    "|trip travel 旅行 旅游|vacat holiday 假期 休假|"
    "everi each 每|shop store 店 商店|glass spectacl 眼镜|restaur 餐厅 饭馆 餐馆|metro subway 地铁|sofa couch 沙发|child's|user's"
    "|choose chose chosen pick select 选 选择|adopt 领养 收养|own have has had got hold 养 有 拥有"
)
_ANTONYMS = (
    "blocked unblocked|manual automatic|sync async|synchronous asynchronous|free paid|remote onsite|local remote|enabled "
    "disabled|on "
    "off|open closed|up down|online offline|single married|public private|allowed forbidden|active inactive|passed failed|"
    "passing "
    "failing|approved rejected|"
    "accepted declined|finished unfinished|available unavailable|vegetarian carnivore|busy free|full empty|done pending|green red"
    "|before after|morning evening|"
    "开启 关闭|手动 自动|同步 异步|免费 收费|远程 现场|打开 关闭|开 关|启用 停用|启用 禁用|上线 下线|通过 失败|批准 驳回|"
    "同意 反对"
    "|允许 禁止|单身 已婚|公开 私有|成功 失败|完成 未完成|在线 离线|恢复 中断|正常 异常|阻塞 畅通|卡住 解决"
)
FAMILIES: tuple[tuple[str, str, str], ...] = (  # (name, English, Chinese) – the first that is found names the predicate
    (
        "reside",
        r"\b(?:liv(?:es?|ing|ed)|resid(?:es?|ing|ed)|based|mov(?:e|es|ed|ing)|relocat(?:e|es|ed|ing)|settl(?:ed|ing)|home is|home "
        r"address is)(?: back| down)?(?: (?:in|to|at|near)\b|(?= is\b))",
        r"(?:家庭|居)?住址(?:是|在)?|居住地(?:是|在)?|(?:目前|现在)?(?:居住|定居|安家|落户|常住|现居|搬家?|搬迁|家住|住)(?:在|"
        r"到|去|回"
        r"|进|于)*(?![宿院手])|(?<![国大专作])家(?:就)?在",
    ),
    ("reply", r"^(?:always |please )?(?:reply|answer|respond)\b|\btalk to me\b", r"回复|回答|答复|跟我说话|和我说话"),
    ("allergy", r"\b(?:allergic|allergy|allergies)(?: to)?\b", r"对(?=.{1,12}过敏)|过敏"),
    ("favourite", r"\bfavou?rite\b", r"最(?:喜欢|喜爱|爱)(?:吃|喝|看|听|玩|读)?的?"),
    ("prefer", r"\bprefers?(?:red)?(?: to)?\b|\bwould rather\b", r"更(?:喜欢|爱|偏爱|倾向)于?|偏好|偏爱|首选|倾向于?|宁愿"),
    (
        "like",
        r"\b(?:lik(?:es?|ed|ing)|lov(?:es?|ed|ing)|enjoy(?:s|ed|ing)?|ador(?:es?|ed)|(?:big |huge )?fan of|fond of|(?:really |"
        r"totally "
        r")?into|keen on|hat(?:es?|ed|ing)|dislik(?:es?|ed)|detests?|loathes?|avoids?|can(?:'t| ?not) stand|can't bear)"
        r"(?: (?:to )?(?:eat|drink|go|watch|play|do)(?:ing)?\b)?(?: to\b)?|\b(?:eats?|drinks?|eating|drinking)\b",
        r"(?:喜欢|喜爱|热爱|钟爱|酷爱|热衷于?|讨厌|厌恶|反感|受不了|戒(?:了|掉|(?=[烟酒糖肉奶茶咖]))|不爱|爱(?=[吃喝看听玩打用])"
        r")(?:去"
        r"|吃|喝|看|听|玩)?|(?<![小大])[吃喝](?![饭力亏惊])(?:过|了|起)?",
    ),
    (
        "employer",
        r"\bwork(?:s|ed|ing)? (?:at|for)\b|\bemployed (?:at|by)\b|\b(?:joined|quit|resigned from)\b(?: my job(?: at)?)?|(?:^|\bi "
        r"|\bi\'ve )left (?=\S+$)|\bemployer is\b",
        r"在(?=[^，。]{1,16}(?:上班|任职|就职|工作))|就职于|任职于|入职|跳槽到?|离职|辞职|供职于?",
    ),
    (
        "assigned",
        r"\bwork(?:s|ed|ing)? on\b|\b(?:re)?assigned to\b|\bin charge of\b|\bresponsible for\b|\bowns\b|\bleads\b",
        r"负责|主管|参与|牵头|跟进",
    ),
    (
        "port",
        r"\blisten(?:s|ing)?(?: on)?(?: port)?\b|\b(?:runs?|served|serves?|bound|available|reachable|is) (?:on|at|to) (?:port\b"
        r"|(?=localhost|:|\d{4,5}\b))|\bport(?: is)?\b",
        r"监听|端口号?(?:是|为)?",
    ),
    (
        "located",
        r"\b(?:is|are|was) (?:located )?(?:in|on)\b(?! \d)|\bmoved\b",
        r"^(?:就|目前|现在)?(?:位于|在)(?=[^，。]{1,6}$)|(?:迁|调|挪)(?:到|至|往)",
    ),
    (
        "use",
        r"\b(?:us(?:es?|ing|ed)|(?:runs|running) on"
        r"(?! (?:mon|tues|wednes|thurs|fri|satur|sun)days?| (?:weekends?|holidays?))|hosted on|"
        r"deployed (?:on|to)|switch(?:ed|es|ing)? (?:over )?to|migrat(?:ed|"
        r"es|ing) "
        r"to|built (?:on|with)|written in)\b",
        r"使用|采用|改用|换用|迁移到|跑在|部署在|托管在|(?<![作信费副有])用(?![户途法])",
    ),
    ("speak", r"\b(?:speaks?|fluent in)\b", r"会(?:说|讲)(?!话)"),
    ("have", r"\b(?:ha(?:s|ve|d)|owns?|got|adopt(?:s|ed|ing)?)\b", r"养了?|拥有|领养了?|有(?!点|些|时|人|没)"),
)
SINGLE = frozenset(["reside", "employer", "port", "favourite"])  # one value at a time
MANY = frozenset(["like", "allergy", "speak", "have"])  # further values are no conflict
RELATED = (frozenset(["like", "prefer"]), frozenset(["located", "reside"]))
PLAIN = frozenset(["", "use", "assigned", "located", "have", "port", "reply"])  # say little more than the words beside them
# By which words else a statement of a family may be found, and by which single characters.
NEAR_WORDS = {
    "reside": "live move home city 住在 搬到 搬家 家在 定居 住址 居住",
    "located": "move 搬到 迁到 位于",
    "employer": "work job employer joined quit 上班 工作 入职 离职 辞职 任职",
    "port": "port listen localhost 端口 监听",
    "favourite": "favourite favorite 最喜欢",
    "use": "use switch migrate 使用 改用 换成",
    "reply": "reply answer respond 回复 回答",
}
NEAR_SIGNS = {"use": "用", "like": "吃喝戒爱", "have": "养有"}

PLANNED = Cue(
    r"\b(?:maybe|perhaps|probably|might|may|should|could|shall|let's|planning|plans?|considering|consider|thinking (?:of|"
    r"about)|going "
    r"to|want to|wants to|would like to|will|'ll|hope to|intend to|propose|proposal)\b",
    r"也许|或许|可能|大概|打算|计划|考虑|准备|想要|(?<!不)想(?!念|起|法|象|到|出|你)|要不要|要不|应该|该(?=[把换])|建议|将(?:要"
    r"|会)?(?=[在把迁搬换于])|拟|希望能?",
)

CHANGES = Cue(
    r"\binstead\b|\bno longer\b|\bany ?more\b|\bnow\b|\bcurrent(?:ly)?\b|\bswitched\b|\bchanged\b|\bmoved\b|\breassigned\b|"
    r"\bfrom now "
    r"on\b|\breplaced?\b|\bpostponed\b|\brescheduled\b|\bpushed\b|\bdelayed\b|\bshifted\b|\bsince (?:last|this)\b",
    r"改(?:成|为|到|用|去)|换(?:成|到|了)|变(?:成|更)|调(?:整|到|岗)|转(?:到|去|岗)|不再|现在|如今|目前|以后|而是|推迟|提前|挪到",
)
ADDITIVE = Cue(
    r"\b(?:also|as well|too|in addition|besides|another|not only|both)\b",
    r"不仅|不但|不光|不只|还(?=[喜爱会有想要能在])|也(?=[喜爱会有想要能在是])|另外|此外|同时|又一",
)
SILENT_END = Cue(
    r"\bused to\b(?! (?:it|the|this|that|being)\b)|\bformerly\b|\bstopped\b|\bquit\b|\bgave up\b|\bgiven up\b|\bleft (?:the "
    r"company|my "
    r"job|work)\b|(?:^|\bi |\bi\'ve )left (?=\S+$)|\bresigned\b|\bex-",
    r"以前(?!的)|曾经|曾(?=[在住任])|过去(?=[是在住喜])|离职|辞职|辞掉|离开了|戒(?=[烟酒糖肉奶茶咖])",
)
SIDE = Cue(r"\bwithout\b", r"不(?=[加放含][一-鿿]{1,3})|(?<=不)过(?=敏)|莫言")  # denies a part, not the statement; or only looks so
NEGATIONS = Cue(
    r"\b(?:not|never|no longer|no more|cannot|neither|nor|any ?more|nobody|nothing|hardly|rarely|used to|formerly|stopped|"
    r"quit|gave up"
    r"|given up|can't|won't|(?:do|does|did|can|could|would|should|must|has|have|had|need|wo|is|are|was|were|ai)n't|dont|"
    r"doesnt|didnt"
    r"|cant|wont|isnt|do|does|did)\b|\b(?:hates?|dislikes?|avoids?)\b",
    r"不再|再也不|不能|不可以?|不要|不会|不|没有?|别|勿|莫|曾经|以前|再",
)
REWRITES = (  # (what must be in the text at all, pattern, one wording for another), before anything else is read
    ("can't", re.compile(r"\bcan't\b"), "cannot"),
    ("'s name", re.compile(r"'s name is\b"), " is called"),
    ("need", re.compile(r"\bneed not\b|\bneedn't\b"), "must not"),
    ("named", re.compile(r"\bis named\b"), "is called"),
    ("day", re.compile(r"\b(?:every|each) day\b"), "daily"),
    ("week", re.compile(r"\b(?:every|each) week\b"), "weekly"),
    ("month", re.compile(r"\b(?:every|each) month\b"), "monthly"),
    ("一个人", re.compile("一个人(?=[一-鿿])"), "独自"),
    ("的名字", re.compile(r"的名字(?:是|叫)"), "叫"),
    ("了", re.compile(r"(?<=[写换改做买卖吃喝搬迁看学用养装建修删加发招成完])了(?=[一-鿿])"), ""),
    ("了", re.compile(r"(?<=[一-鿿])了[。！!~]?$"), ""),
)
PAST = re.compile(r"\b(?:visited|went|was|were|met|saw|had|[a-z]{3,20}ed)\b|过(?![敏渡程])|[了]$")
KIN = re.compile(
    r"(?:妈妈?|母亲|爸爸?|父亲|爹|娘|姐姐?|妹妹?|哥哥?|弟弟?|儿子|女儿|闺女|老婆|老公|妻子|丈夫|太太|媳妇|爱人|对象|女朋友|"
    r"男朋友|女友"
    r"|男友|爷爷|奶奶|外公|外婆|姥姥|姥爷|叔叔|舅舅|阿姨|姑姑"
    r"|表[哥姐弟妹]|堂[哥姐弟妹]|朋友|同事|室友|邻居|老板|领导|上司|导师|老师|同学|孩子|狗|猫|医生|房东)"
)
PREPOSITIONS = frozenset(
    "in on at with for during after before near from by without when while because since to every each as named called who "
    "that which "
    "under around twice once until if inside outside "
    "using over between through via despite of about than per".split()
)
ARTICLES = frozenset("a an the my our his her their your its some any i we user this that 's is are was be been am were and-so".split())
CONJUNCTIONS = frozenset(["and", "or", "plus", "&", "和", "与", "及", "以及", "跟", "、", "或"])
TIME_WORDS = _stems(
    "morn even night autumn spring summer winter weekend daili weekli monthli annual noon afternoon lunch dinner breakfast "
    "每天 每周 "
    "早上 晚上 清晨 傍晚 夜里 秋天 春天 夏天 冬天 周末 下午 上午 中午 睡前 饭后 雨天 早晨 上班 下班 上学 放学 回家 严重 "
    "轻微 轻度 中度 "
    "重度 sever mild slight"
)
ADJECTIVES = frozenset(
    "red green blue black white dark light big small large old young hot cold iced spicy sweet bitter sour raw fresh "
    "strong weak long "
    "short fast slow local french italian chinese japanese "
    "german spanish korean thai indian british american senior junior lead part-time full-time loud quiet classical modern".split()
)
HAN_ADJECTIVES = frozenset("红绿黑白蓝黄紫热冰冷辣甜酸苦浓淡大小老新旧高低快慢生熟鲜软硬长短晨夜")

_COPULA_EN = re.compile(
    r"^(?P<a>[^,;]{1,60}?)(?:'s| is| are| was| will be| has been| became| becomes?|:| =)(?: now| currently)?"
    r"(?: (?:set|moved|changed|pushed|postponed|switched|raised|lowered|increased|reduced)(?: back| forward)?(?: to)?)? "
    r"(?P<v>\S.*)$"
)
_CHANGED_EN = re.compile(
    r"^(?P<a>[^,;]{1,60}?) (?:has |have )?(?:moved|changed|switched|rose|dropped|increased|went)(?: up| down)? to (?P<v>\S.*)$"
)
_COPULA_ZH = re.compile(
    r"^(?P<a>[^，。；]{1,24}?)(?:现在|目前|已经?|又)?(?:改成|改为|改到|换成|换到|变成|变为|调整为|调整到|调到|挪到|推迟到|"
    r"提前到|延期到"
    r"|定在|定为|设为|设成|涨到|降到|增加到|叫做?|是|为|：|:|在)(?P<v>[^，。；].*)$"
)


def attribute(plain: str) -> tuple[str, str] | None:
    """(what, value) of a clause such as "the budget is 3k" or 站会改到十点; None where it has another shape."""
    match = _COPULA_ZH.match(plain) if not plain.isascii() else _CHANGED_EN.match(plain) or _COPULA_EN.match(plain)
    return (match["a"].strip(), match["v"].strip()) if match else None


@functools.cache
def synonyms() -> dict[str, str]:
    """{stem or Chinese word: the first word of its row}."""
    found = {}
    for row in _SYNONYMS.split("|"):
        first, *others = row.split()
        found.update({form: stem(first) for word in (first, *others) for form in (word, stem(word))})
    return found


@functools.cache
def kin_words() -> dict[str, str]:
    """{canonical word: the words that say the same or the opposite}, to look with."""
    rows = [*_SYNONYMS.split("|"), *_ANTONYMS.split("|")]
    found: dict[str, list[str]] = {}
    for row in rows:
        for word in row.split():
            found.setdefault(synonyms().get(stem(word), stem(word)), []).extend(row.split())
    return {word: " ".join(dict.fromkeys(others)) for word, others in found.items()}


@functools.cache
def antonyms() -> frozenset[frozenset[str]]:
    """Pairs of words of which a thing is one or the other, as they stand and as stems."""
    pairs = [pair.split() for pair in _ANTONYMS.split("|")]
    same = synonyms()
    return frozenset(frozenset(same.get(stem(word), stem(word)) for word in pair) for pair in pairs)
