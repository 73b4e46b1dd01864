"""Signs that memory is wanted: the past, the person, habits, shared work, things that are spoken of as known, a turn of the talk."""

import re

from memstrata.recall.gate.reason import Reason

_THINGS = "|".join(
    """
    project script server services? repo repository branch ticket issue bug pr pull merge migration release launch rollout
    deadline meeting call budget invoices? reports? spreadsheet sheet slides deck documents? docs? notes? files? folder config
    configuration settings? jobs? pipeline build tests? suite worker queue database db cluster dashboard website site page app api
    endpoint backend frontend client customer contract offer plans? schedule trip flight hotel booking reservation appointment
    order delivery package house flat apartment office kids? dog cat car bike garden party wedding recipe draft novel chapter book
    paper thesis emails? mail thread messages? tasks? list template numbers decision proposal agreement naming conventions?
    guidelines flag feature guy person man woman lady conference event workshop colleague cache gateway schema logs? owner
    status(?!_code) password team two others same usual new old one
    """.split()
).replace("_", " ")
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜戚谢邹喻苏潘葛范彭郎韦马方任袁柳史唐薛雷贺倪汤罗郝邬安常傅齐余顾孟"
    "黄穆萧尹姚邵汪毛宋庞熊纪舒屈董梁杜阮蓝季贾路江童郭梅林钟徐邱骆高夏蔡田胡凌霍万柯卢莫房丁邓洪石崔龚程陆段侯仲宁曾叶"
)
# Chinese has no article: these nouns speak of one's own affairs unless their meaning is asked for.
_NOUNS = (
    "脚本|仓库|分支|工单|需求|排期|上线|截止|会议|预算|发票|报告|报表|表格|周报|日报|合同|方案|行程|航班|酒店|机票|预约|预订|订单|快递"
    "|部署|流水线|构建|测试|配置|文档"
    "|计划|新接口|开关|灰度|负责|进度|进展|状态怎么样|现在什么状态|情况|怎么样了|做完|完成了|搞定了|好了没|任务|迁移|密码|电话|地址|项目"
    "|团队|同事|客户"
)

# One row a concept: English over lower-case words, Chinese over simplified characters.
_ROWS: tuple[tuple[Reason, str, str], ...] = (
    (
        Reason.PAST,
        r"(?:last|previous|prior|past|other) (?:time|week|month|year|night|session|conversation|chat|spring|summer|autumn|fall|winter"
        r"|qua\w*ter"
        r"|day|meeting|trip|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|yesterday|ago|back then|back when|previously"
        r"|formerly|earlier"
        r"|before|used to|remember|remind|recall|forgot|forgotten|left off|again|once more|still|already|revisit|so far|any news"
        r"|(?:i|we|you) (?:told|said|mentioned|promised|ever|talked|discussed|agreed|decided|chose)|(?:did|have|had|has|didn't"
        r"|haven't) (?:i|we|you)"
        r"|as (?:agreed|discussed|promised)",
        "上次|上回|上一次(?!提交)|上周|上个?星期|上个?月|上个?季度|上半年|去年|前年|昨天|昨晚|前天|前几天|那天|那次|当时|当初|以前|之前"
        "|从前|先前|早先"
        "|此前|曾经|原来|本来|过去|刚才|刚刚|前面|记得|记不记得|记住|忘了|别忘|提醒|来着|[说聊提问答做去买见用]过|提到|讨论过|为什么不用"
        "|为什么没|怎么不|怎么没|不.{1,10}了(?:吗|呢)?$|约定|商量好|说好|定好|已经|再次|仍然",
    ),
    (
        Reason.HABIT,
        r"usual|usually|always|the way i|favou?rites?|prefer\w*|habits?|same (?:as|style|way|people|place|thing|one|time|template)"
        r"|my taste",
        "老样子|老规矩|照旧|照常|照例|平时|平常|一贯|惯例|习惯|一直|总是|每次|喜欢|喜换|讨厌|偏好|偏爱|最爱|口味|常用|常去|常吃"
        "|跟.{1,8}一样|照.{1,8}做",
    ),
    (
        Reason.SHARED,
        r"our|ours|we|we're|we've|we'll|(?<!the )us|let's|lets|the team|colleagues?|co-?workers?|stand-?up|sprint|(?:to|in|on) (?:prod"
        r"|production|staging)"
        r"|project (?!management|manager|planning)[a-z]\w+|deploy (?:it|the|this)",
        "我们|咱|预发|生产环境|测试环境|线上环境|站会|晨会|周会|例会|甲方|老板|领导",
    ),
    (
        Reason.PERSONAL,
        r"my|mine|me|myself|i|i'm|i've|i'd|i'll|im|ive|mom|mum|dad|wife|husband|girlfriend|boyfriend|boss|neighbou?rs?|tonight|tomorrow"
        r"|birthday"
        r"|phone number|appointment",
        "我|俺|本人|妈妈|爸爸|老婆|老公|妻子|丈夫|女朋友|男朋友|邻居|今晚|今天(?!天气)|明天|后天|明晚|下周|下个月|这周|本周|周末"
        "|周[一二三四五六日天]|生日",
    ),
    (
        Reason.DEFINITE,
        rf"(?:the|this|that|these|those) (?:(?!(?:of|to|in|for|and|or|on|at|with|is|are)\b)[a-z-]+ ){{0,2}}?(?:{_THINGS})|milestone"
        rf"|(?:with|to|for|from) (?:mr|mrs|ms|dr)\b",
        f"([乐娜丽婷莉芳豆果甜糖妞宝圆团贝朵琪琳琴雯晴欣媛倩萌萱阳洋])\\1|那[个家位份些件本部辆次条款台场边几]|这[个次批](?:项目|任务)"
        f"|旧的|另外[一那]个|剩下的|[老小阿][{_SURNAMES}](?![时间面型波序])"
        f"|[{_SURNAMES}](?:总(?![是共和体会数])|工(?![程作业具人厂资])|哥|姐|经理|老师|医生|主任|阿姨|叔|律师|同学)",
    ),
    (
        Reason.TOPIC,
        r"by the way|btw|now let's|back to|on another note|something else|another topic|different topic|new topic|change of topic"
        r"|moving on|speaking of",
        "换个话题|换个问题|说个别的|另一件事|对了|话说|顺便|回到|说回|言归正传|现在说说|聊聊别的",
    ),
)
_ENGLISH = tuple((reason, re.compile(rf"\b(?:{english})\b")) for reason, english, _ in _ROWS)
_CHINESE = tuple((reason, re.compile(chinese)) for reason, _, chinese in _ROWS)
_ANY_ENGLISH = re.compile(rf"\b(?:{'|'.join(english for _, english, _ in _ROWS[:-1])})\b")
_ANY_CHINESE = re.compile("|".join(chinese for *_, chinese in _ROWS[:-1]))
_ANY_NOUN = re.compile(_NOUNS)
_OWNING = re.compile(
    "|".join(rf"\b(?:{english})\b|{chinese}" for reason, english, chinese in _ROWS if reason in {Reason.SHARED, Reason.PERSONAL})
)
_AT_WORK = re.compile(rf"\b(?:{_THINGS})\b")

# Words of the frame that mean nobody: "tell me", "how do I", 帮我. They are taken away before signs are looked for in a general request.
_FRAME = re.compile(
    r"\b(?:(?:tell|give|show|teach|write|help|let|remind|make|explain (?:it )?to) me|(?:how|where|when|what|why) (?:do|can|should|could"
    r"|would) (?:i|you)|why do we(?= (?:dream|yawn|sleep|sneeze|hiccup|age|blink|cry)\b)"
    r"|can i|could i|may i|(?:can|could|would|will) you(?: please)?|i (?:want|would like|need|wonder|was wondering|am wondering|wanna)"
    r"(?: to (?:know|understand|learn))?|i'd like(?: to (?:know|understand|learn))?|i'm (?:curious|wondering)(?: about)?"
    r"|i (?:don't|do not) (?:understand|know|get)|excuse me|for me|please|pls|do you know|have you (?:ever )?heard of"
    r"|(?:a )?quick question"
    r"|(?:a )?different (?:topic|question|subject)|(?:an)?other (?:topic|question)|unrelated|by the way|btw|anyway|new topic)\b"
)
_CHINESE_FRAME = re.compile(
    "(?:请|麻烦)?(?:你|您)?(?:能不能|可以|能)?(?:帮我|给我|告诉我|教我|跟我|为我|和我|让我|替我|教教我)|我(?:想|要)?(?:知道|了解|问一?下?"
    "|请教|学习?一?下?)"
    "|我(?:不太|不)(?:懂|明白|理解)|你知道|请问|想问一?下|换个(?:问题|话题)|另外问一?下|顺便问一?下?|对了|话说"
)
_ABOUT_FRAME = re.compile(
    "^[,.:，。：;\\s]*(?:(?:hey|hi|hello|so|ok|okay|and|well|um|now|thanks|那么|那|请|嗯|好的|你好|谢谢)[,.!，。！\\s]+|那么|那|请(?!假))*"
)


def framed(own: str) -> str:
    """The words (lower case) without the frame of a polite request."""
    bare = _FRAME.sub(" ", own)
    return _ABOUT_FRAME.sub("", bare if own.isascii() else _CHINESE_FRAME.sub(" ", bare)).strip(" .,!，。！")


def pointing(own: str) -> bool:
    """Whether any sign stands in the words, but for a change of topic and bare Chinese nouns of work."""
    return bool(_ANY_ENGLISH.search(own)) or (not own.isascii() and bool(_ANY_CHINESE.search(own)))


def any_in(own: str) -> bool:
    """Whether any sign stands in the words, but for a change of topic. Latin words count within Chinese too."""
    return pointing(own) or (not own.isascii() and bool(_ANY_NOUN.search(own)))


def owning(own: str) -> bool:
    """Whether the words speak of the person or of what is shared."""
    return bool(_OWNING.search(own))


def at_work(own: str) -> bool:
    """Whether a noun of everyday work stands in the English words, with or without an article."""
    return bool(_AT_WORK.search(own))


def first(own: str) -> Reason | None:
    """The sign that tells most, in the order of the table; None without any."""
    for (reason, english), (_, chinese) in zip(_ENGLISH, _CHINESE, strict=True):
        if english.search(own) or (not own.isascii() and chinese.search(own)):
            return reason
    return Reason.DEFINITE if not own.isascii() and _ANY_NOUN.search(own) else None
