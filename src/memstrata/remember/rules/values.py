"""Readers of values: each takes the words behind a pattern and gives the value in them, or "" where it is none."""

import re
from collections.abc import Callable

from memstrata.remember.rules import lazy

MAX_WORDS = 12
MAX_HAN = 24

_SURNAMES = (
    "王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任"
    "陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚"
    "温庞樊殷章鲁倪葛岳翟申耿关焦左柳甘祝包宁尚符舒阮柯纪梅童凌毕单裴霍涂成苗谷曲盛冉蓝路游辛靳管柴蒙鲍华喻祁房蒲滕屈饶解牟"
    "艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫柏欧楚"
)
# Cities that need no "live in" beside them: "在杭州做后端" tells where, not for whom.
CITIES = (
    "北京|上海|广州|深圳|杭州|成都|重庆|武汉|西安|苏州|南京|天津|长沙|郑州|青岛|厦门|宁波|合肥|福州|济南|昆明|大连|沈阳|"
    "哈尔滨|长春|南昌|贵阳|南宁|石家庄|太原|无锡|东莞|佛山|珠海|海口|三亚|兰州|银川|西宁|乌鲁木齐|拉萨|呼和浩特|香港|澳门|台北"
    "|常州|温州|嘉兴|绍兴|金华|烟台|威海|徐州|扬州|洛阳|桂林|东京|大阪|纽约|伦敦|巴黎|新加坡|悉尼|柏林|旧金山|硅谷|西雅图|"
    "波士顿|洛杉矶|多伦多|温哥华|墨尔本|首尔|曼谷|吉隆坡|迪拜"
)
_CITY = lazy.Pattern(rf"(?:{CITIES})市?\Z")
_COMPOUND = "欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|司徒|夏侯|令狐|端木|南宫"
HAN_NAME = (
    rf"(?:(?:{_COMPOUND})[一-鿿]{{1,2}}|[{_SURNAMES}][一-鿿]{{1,2}}|[老小阿大][一-鿿](?:[一-鿿])?|[{_SURNAMES}](?:总|工|哥|"
    r"姐|叔|老师|经理|医生|律师|导|博士|教授|师傅|同学)|(?!刚刚|常常|天天|往往|渐渐|偏偏|仅仅|稍稍|默默|统统|早早|多多|好好|看看|谢谢|哈哈|嘻嘻|呵呵|嘿嘿|想想|试试|等等|明明|人人|家家|个个|样样)"
    r"(?P<twin>[一-鿿])(?P=twin))"
)
_HAN_NAME = lazy.Pattern(
    rf"(?:{HAN_NAME})\Z|[卡罗琳艾伦斯特安娜德维克尔莎丽尼拉玛萨乔治约翰亚历露西贝蒂苏珊杰迈保彼汤姆凯文大卫玛丽莉亚]{{3,5}}\Z"
)
_LATIN_NAME = lazy.Pattern(r"[A-Z][\w'’.-]{0,20}(?: (?:[A-Z][\w'’.-]{0,20}|de|van|von|la|bin|al)){0,3}\Z")
_NO_NAME = frozenset(
    "a an the not so very really just going doing fine ok okay good here there back sorry happy sad sure ready done trying "
    "using working getting looking new also still always never "
    "tired busy hungry late from in on at to with by for it that this what who you me him her them us maybe later tomorrow "
    "today yes no when if and or but only all any some more out off up".split()
)
_NO_HAN_NAME = lazy.Pattern(
    r"[你我他她它您们这那哪什么怎谁的了吗呢吧啊呀着过是有没不很都也还就在来去说做吃喝用车饭单]|外卖|一下|一声|救护|出租|"
    r"快递|滴滴|大家|老师来|人来|起来|出来|朋友|同事|客服|自己|时候"
)
# Where a value ends in English: another statement, a reason, a remark.
_TAIL_EN = lazy.Pattern(
    r"\s*(?:[;()…]|,\s+(?:found|never|not|especially|mostly|only|just|even|ever since|to be|no exceptions|hands down|carry|"
    r"all my life|or so)\b|\s-{1,2}\s|[,.]?\s+(?:and (?:i|we|my|it|that|so|then|he|she|they|our|you)\b|but\b|because\b|cause\b|"
    r"since\b|so (?:i|we|please|don't|that|you|keep|no)\b|although\b|though\b|while\b|whereas\b|which\b|unless\b|except when\b|"
    r"if\b|when(?:ever)? (?:i|we|it|he|she|they)\b|"
    r"right now\b|at the moment\b|these days\b|nowadays\b|currently\b|anymore\b|any more\b|any longer\b|as well\b|too\b|"
    r"also\b|instead\b|lately\b|btw\b|by the way\b|now\b|again\b|actually\b|haha\b|lol\b|please\b|thanks\b|thank you\b|fyi\b|"
    r"from now on\b|going forward\b|until further notice\b|just so you know\b|for the record\b|you know\b|"
    r"for what it's worth\b|if that helps\b|already\b|, (?:by the way|though|"
    r"too|actually|if)\b)).*$|\s*[:：]?\s*[)(]+.*$",
    re.IGNORECASE,
)
_TAIL_ZH = lazy.Pattern(r"(?:[（(；;。！!~～…].*|(?:了|的|啦|哦|呢|呀|啊|哈|嘛|噢|喔|来着|而已|之类的|什么的|哈哈+|嘿嘿|吧)+)$")
_PLACE_TAIL_EN = lazy.Pattern(
    r"\s*(?:,?\s+(?:with|for|since|in (?:\d{4}|the last|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|spring|summer|autumn|fall|winter|a|my|an)|last|this|next|on|about|until|after|before|near|and|at|"
    r"from|by|to be|to work|as|over|during|all|"
    r"yesterday|today|tomorrow|two|three|four|five|six|seven|ten|a (?:few|couple|year|month|week|while)|\d+ (?:years?|"
    r"months?|weeks?)|because|where|when|recently|permanently|soon|earlier|together|again|where)\b).*$",
    re.IGNORECASE,
)
_PLACE_TAIL_ZH = lazy.Pattern(
    r"(?:(?:去|来)$|(?:这边|那边|这儿|那儿|市区|附近|生活|居住|上班|工作|定居|安家|读书|上学|做|当|长大|发展|住|待|很久|好多?年|"
    r"快[\d一二两三四五六七八九十]|有[\d一二两三四五六七八九十]|[\d一二两三四五六七八九十]+多?(?:年|个月|个多月)).*)$"
)
_NO_PLACE = lazy.Pattern(
    r"路上|车上|现场|国外|海外|家里|机场|高铁|飞机|"
    r"[的了吗呢吧我你他她它们这那哪谁么怎外旁边不没是有会能要想]|(?<![德巴拉比因])里(?![昂斯约亚奥])|(?:国|境|市|室|以|"
    r"院)内|公司|学校|宿舍|酒店|宾馆|楼上|楼下|附近|一起|外面|"
    r"[\d一二三四五六七八九十]+[楼层]|家附|老家|对面|隔壁|医院|地铁|单位|父母|爸妈|朋友|出租|公寓|小区|房子|别墅|一楼|二楼|顶楼|租的|国外$|城里|乡下|郊区$|"
    r"未来(?!科技城)|心里|梦|中$|下$"
)
_NO_PLACE_EN = frozenset(
    "a an the my our your his her their this that fear hope peace denial pain a's constant poverty luxury general fact "
    "case danger love line charge front here there town between another someone same one two it me "
    "bed work home school office meeting queue production prod staging vim emacs terminal english chinese python it's "
    "touch debt trouble quarantine lockdown isolation silence harmony what where both something different exile i we you "
    "point principle theory practice mind shock awe tears bits part full progress search need favor favour doubt agreement "
    "memory cache".split()
)
_PRONOUNS = lazy.Pattern(
    r"(?:(?:it|this|that|these|those|them|him|her|you|your|us|me|myself|everything|anything|something|nothing|one|ones|they|"
    r"he|she|we|i|to|how|what|when|where|if|being|getting|having|seeing|the (?:idea|way|fact|answer|suggestion|"
    r"first|second|last|previous|above|one|approach|output|result|plan|look|sound|new|code|design|part|option|version|name|"
    r"title|draft|tone|style you|change|solution)|your|all of|both|some|any|most|neither|either|there|here|so)\b"
    r"|这|那|它|他|她|你|您|我(?!们公司)|自己|什么|怎么|被|看到|让|用这|把|在这|前面|后面|上面|刚才|第[一二三]|谁|哪)",
    re.IGNORECASE,
)
_NUMBER = lazy.Pattern(
    r"(?:about |around |roughly |approximately |only |at most |max(?:imum)? |约|大约|大概|差不多|只有|一共|总共|最多|不超过)"
    r"?\s*([¥￥$€£]?\s*\d[\d,]*(?:\.\d+)?\s*(?:k|m|w|千万|百万|万(?:\d+)?|千|亿|百|million|thousand|bn|billion)?\s*"
    r"(?:元|块钱|块|人民币|rmb|cny|usd|eur|gbp|dollars?|euros?|pounds?|yuan|美元|欧元|%|ms|gb|mb|tb|seconds?|minutes?|"
    r"hours?|days?|req(?:uest)?s?(?:/s| per second| per minute)?|rpm|rps|qps|秒|分钟|小时|天|条|次|个|人|副本)?"
    r"|[一二两三四五六七八九十百千万]{1,6}\s*(?:元|块钱|块|万|人民币)?)(?![\w/])",
    re.IGNORECASE,
)
_PORT = lazy.Pattern(r"(?:port\s*|端口\s*|:)?(\d{2,5})(?![A-Za-z0-9_]|\.\d)(?:\s*端口)?", re.IGNORECASE)
_VERSION = lazy.Pattern(
    r"(?:version\s*|版本\s*)?([a-z][\w+#.-]*\s+)?(v?\d+(?:\.\w+){0,4}(?:-[\w.]+)?(?:\s?(?:lts|beta|alpha|"
    r"rc\d*))?)(?![\w%])",
    re.IGNORECASE,
)
_TOKEN = lazy.Pattern(r"[\w~./\\@:+#%=?&$*-]*[\w/~]", re.ASCII)
_AGE = lazy.Pattern(
    r"(\d{1,3}|[一二两三四五六七八九十]{1,3})(?:\s*(?:years? old|years?|岁|周岁|yo|y/o))?(?:\s*(?:半|了|now|today|this year)"
    r")*\s*$",
    re.IGNORECASE,
)
_DAY = lazy.Pattern(
    r"\d{1,2}\s*月\s*\d{1,2}|\d{1,2}[日号]|正月|腊月|农历|初[一二三四五六七八九十]|[一二三四五六七八九十]{1,2}月|\b(?:jan|"
    r"feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\d{1,4}[-/.]\d{1,2}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)"
    r"day\b|\b(?:tomorrow|tonight|today|next|end of|eod|eow)\b"
    r"|周[一二三四五六日天末]|星期|礼拜|明天|后天|下个?月|下周|本周|月底|年底|月初|月中|除夕|中秋|国庆|元旦|五一|圣诞|"
    r"christmas|easter|q[1-4]\b|第?[一二三四]季度|\b20\d\d\b",
    re.IGNORECASE,
)
_CLOCK = lazy.Pattern(
    r"\d{1,2}[:：]\d{2}|\b\d{1,2}\s*(?:am|pm|a\.m|p\.m|o'clock)|\bnoon\b|\bmidnight\b|\b(?:half|quarter) past\b|"
    r"[\d一二两三四五六七八九十]{1,3}点|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|周[一二三四五六日天]|星期|每[天周月]|"
    r"\bevery\b|\bdaily\b|\bweekly\b|中午|早上|下午|晚上|上午",
    re.IGNORECASE,
)
_CLOSE = " \t,.;:!?，。；：！？、\"'`~～…)）("


def text(words: str) -> str:
    """The words as they are, without a closing remark; any length the clause has."""
    return trimmed(words)


def thing(words: str) -> str:
    """A noun phrase of a dozen words at most that points at nothing outside the sentence."""
    value = re.sub(r"^both\s+(?=\S+ and )", "", trimmed(words))
    if not value or _PRONOUNS.match(value) or len(value.split()) > MAX_WORDS or len(re.findall(r"[一-鿿]", value)) > MAX_HAN:
        return ""
    return value if re.search(r"\w", value) else ""


def name(words: str) -> str:
    """A person's, an animal's or a thing's own name, one to four words."""
    value = re.split(
        r"[,，;；/]|\s+(?:and|but|from|by|please|for|as|is|who|in|because|not|now|so|instead)\b|\s-\s", trimmed(words), maxsplit=1
    )[0].strip(_CLOSE)
    if re.search(r"[一-鿿]", value):
        bare = re.sub(r"^(?:做|作)", "", value)
        return (
            bare
            if 1 <= len(bare) <= 8 and not _NO_HAN_NAME.search(bare) and not (len(bare) > 4 and re.fullmatch(r"[一-鿿]+", bare))
            else ""
        )
    parts = value.split()
    if not 1 <= len(parts) <= 4 or any(part.lower() in _NO_NAME for part in parts) or not re.fullmatch(r"[\w'’.\- ]+", value):
        return ""
    if _LATIN_NAME.match(value):
        return value
    return value if len(parts) == 1 and value.isalpha() and 2 <= len(value) <= 12 and not value.endswith(("ing", "ed", "ly")) else ""


def person(words: str) -> str:
    """A person's name that looks like one: capitals, or a Chinese surname or form of address."""
    value = name(words)
    if not value:
        return ""
    return value if _LATIN_NAME.match(value) or _HAN_NAME.match(value) else ""


def place(words: str) -> str:
    """A city, region or country."""
    value = trimmed(words)
    if re.search(r"[一-鿿]", value):
        bare = _PLACE_TAIL_ZH.sub("", value).strip(_CLOSE + "的了")
        inner = re.fullmatch(r"([一-鿿]{2,8})\s*[(（]([一-鿿]{2,8})", bare)
        if (re.fullmatch(r"[一-鿿·]{2,12}(?:[ ，,]?[一-鿿]{2,8})?", bare) and not _NO_PLACE.search(bare)) or inner:
            return bare + ("）" if inner else "")
        return ""
    bare = re.sub(r"^(?:the city of|downtown|central|greater)\s+", "", _PLACE_TAIL_EN.sub("", value), flags=re.IGNORECASE).strip(_CLOSE)
    parts = bare.replace(",", " ").split()
    if not 1 <= len(parts) <= 5 or parts[0].lower() in _NO_PLACE_EN or not re.fullmatch(r"[^\W\d_][\w'’.\-, ]*", bare):
        return ""
    if parts[0].lower() in ("the",) and len(parts) < 2:
        return ""
    capital = parts[0][0].isupper()
    return bare if capital or (len(parts) <= 2 and not bare.endswith(("ing", "ly"))) else ""


_NO_EMPLOYER = frozenset(
    "home it this that me you my night nights weekends least all hours free him her them fun now once first noon".split()
)


def organisation(words: str) -> str:
    """A company, school or institution: a proper name, or "a bank"."""
    value = trimmed(words)
    if re.search(r"[一-鿿]", value):
        bare = re.sub(r"(?:上班|工作|任职|就职|实习|读书|上学|念书|做|当|负责|搬砖|打工|学习|读).*$", "", value).strip(_CLOSE + "的了")
        return (
            bare
            if 1 < len(bare) <= 16
            and not _CITY.match(bare)
            and not re.search(r"[你他她我这那哪什么怎吗呢]|^(?:家|家里|公司|外面|咖啡馆?|地铁|路上|学校|办公室|宿舍|图书馆|床上)$", bare)
            else ""
        )
    bare = re.split(
        (
            r",?\s+(?:as|for (?:\d|a|about|over|the past|many|two|three|four|five|six|ten)|since|in|on|where|doing|and|but|now|with|"
            r"from|near|last|this|after|before|until|right|these|working|by|to)\b|,\s"
        ),
        value,
        maxsplit=1,
    )[0].strip(_CLOSE)
    first = bare.split(" ")[0].lower() if bare else ""
    if (
        not bare
        or re.match(r"the [a-z]", bare)
        or len(bare.split()) > 6
        or first in _NO_EMPLOYER
        or bare.lower() == "the"
        or (bare.islower() and bare.endswith("ing"))
    ):
        return ""
    return bare


JOBS = (
    r"engineer|developer|programmer|coder|nurse|teacher|doctor|physician|surgeon|dentist|vet|veterinarian|designer|manager|"
    r"student|lawyer|attorney|paralegal|accountant|analyst|architect|artist|musician|guitarist|pianist|singer|writer|author|"
    r"journalist|editor|translator|"
    r"interpreter|photographer|chef|cook|baker|barista|waiter|waitress|pilot|driver|mechanic|electrician|plumber|carpenter|"
    r"farmer|gardener|florist|pharmacist|scientist|researcher|professor|lecturer|tutor|librarian|consultant|freelancer|"
    r"(?:team|tech|engineering|design|project) lead|founder|co-?founder|ceo|cto|cfo|coo|"
    r"director|administrator|admin|sysadmin|sre|devops|dba|data scientist|product owner|product manager|pm|scrum master|"
    r"recruiter|banker|trader|broker|economist|statistician|mathematician|physicist|chemist|biologist|geologist|astronomer|"
    r"psychologist|therapist|physiotherapist|"
    r"counsell?or|social worker|firefighter|police officer|soldier|officer|sailor|postdoc|phd(?: student| candidate)?|grad "
    r"student|undergrad|undergraduate|intern|trainee|apprentice|contractor|builder|tailor|hairdresser|barber|stylist|model|"
    r"actor|actress|dancer|producer|"
    r"filmmaker|animator|illustrator|copywriter|marketer|salesperson|salesman|realtor|cashier|clerk|secretary|assistant|"
    r"receptionist|entrepreneur|tester|technician|planner|strategist|supervisor|coach|trainer|judge|historian|archivist|"
    r"curator|midwife|paramedic|optician|radiologist|"
    r"cardiologist|pediatrician|anesthesiologist|stay-at-home (?:mom|dad|parent)|retiree|homemaker|volunteer|beekeeper|"
    r"brewer|potter|sculptor|painter|composer|conductor|violinist|cellist|drummer|zookeeper|ranger|surveyor|actuary|auditor|"
    r"underwriter|notary|locksmith|welder|machinist|[a-z]{3,}(?:grapher|ologist|smith|maker|keeper|therapist|writer|worker|ician|fighter)"
)
_JOB_HEADS = lazy.Pattern(rf"\b(?:{JOBS})s?\b", re.IGNORECASE)
_JOB_ZH = lazy.Pattern(
    r"(?:工程师|程序员|开发|前端|后端|全栈|运维|测试|产品经理|产品|设计师|老师|教师|医生|护士|律师|会计|学生|研究生|博士生?|"
    r"硕士生?|大学生|高中生|本科生|研究员|科学家|分析师|架构师|经理|总监|主管|厨师|司机|警察|记者|编辑|作家|翻译|摄影师|画家|"
    r"音乐人|演员|导演|公务员|顾问|自由职业者?|创业者|创始人|店主|老板|个体户|实习生|教授|讲师|销售|客服|运营|人事|"
    r"[HＨ][RＲ]|财务|审计|药剂师|牙医|兽医|建筑师|电工|木工|农民|工人|军人|消防员|空乘|飞行员|图书管理员|咖啡师|"
    r"[一-鿿](?:师|员|匠)|[电木焊钳瓦车矿技护]工|(?:养[一-鿿]|手艺|经纪|主持|策展|制片|合伙|媒体)人|中介|保安|面包师|"
    r"插画师|剪辑师|算法|数据|安全|营养师|心理咨询师|健身教练|教练|主播|博主|up主|程序媛|码农|全职妈妈|家庭主妇|退休)(?:岗|"
    r"工作|的)?$",
    re.IGNORECASE,
)


def job(words: str) -> str:
    """An occupation."""
    value = trimmed(words)
    if re.search(r"[一-鿿]", value):
        bare = re.sub(r"^(?:一名|一个|一位|个|名|位|做|当|搞|干|从事)+", "", value).strip(_CLOSE)
        return bare if 1 < len(bare) <= 16 and _JOB_ZH.search(bare) and not re.search(r"[我你他她这那吗]", bare) else ""
    bare = re.split(r",?\s+(?:at|in|for|from|with|working|who|by|since|on|and i|living|based|now|because)\b|,\s", value, maxsplit=1)[
        0
    ].strip(_CLOSE)
    bare = re.sub(r"^(?:a|an|the)\s+", "", bare, flags=re.IGNORECASE)
    return (
        bare
        if len(bare.split()) <= 6
        and _JOB_HEADS.search(bare)
        and not re.match(r"(?:big|huge|good|bad|great|new|better|terrible|slow|fast|horrible|lousy|decent) ", bare)
        else ""
    )


def number(words: str) -> str:
    """An amount with its unit."""
    match = _NUMBER.match(trimmed(words))
    return match[1].strip() if match else ""


def port(words: str) -> str:
    match = _PORT.match(words.strip())
    return match[1] if match and 10 <= int(match[1]) <= 65535 else ""


def version(words: str) -> str:
    match = _VERSION.match(words.strip())
    return match[0].strip() if match else ""


def token(words: str) -> str:
    """One word without blanks: a path, host, branch, address or file."""
    match = _TOKEN.match(words.strip(" \t`'\"<"))
    return match[0].rstrip(".,:") if match and match[0].lower() not in _NO_NAME else ""


def age(words: str) -> str:
    match = _AGE.match(_TAIL_EN.sub("", words).strip(_CLOSE))
    return match[1] if match and (not match[1].isdigit() or 0 < int(match[1]) < 120) else ""


def day(words: str) -> str:
    """The words of a date."""
    value = re.split(r"[,，](?!\s*\d)", trimmed(words), maxsplit=1)[0].strip(_CLOSE)
    return value if _DAY.search(value) and len(value) <= 40 else ""


def clock(words: str) -> str:
    """The words of a time of day or a weekday."""
    value = trimmed(words)
    return value if _CLOCK.search(value) and len(value) <= 40 else ""


def trimmed(words: str) -> str:
    """The words without what follows the value: remarks, reasons, particles, punctuation."""
    value = words.strip(_CLOSE)
    if value.isascii():
        return _TAIL_EN.sub("", value).strip(_CLOSE)
    keep = value + ("）" if re.search(r"[（(][一-鿿]{2,8}$", value) else "")
    cut = keep if re.fullmatch(r".*[（(][一-鿿]{2,8}[）)]", keep) else _TAIL_ZH.sub("", keep)
    return _TAIL_EN.sub("", cut).strip(_CLOSE)


READERS: dict[str, Callable[[str], str]] = {
    "text": text, "thing": thing, "name": name, "person": person, "place": place, "organisation": organisation, "job": job,
    "number": number, "port": port, "version": version, "token": token, "age": age, "day": day, "clock": clock,
}  # fmt: skip

_LIKE_LEAD_EN = lazy.Pattern(
    r"^(?:(?:eating|drinking|having|playing|watching|listening to|reading|doing|going|to (?:eat|drink|play|watch|listen to|"
    r"read|do|go)|to|go|the taste of|the smell of|all kinds of|any kind of|fresh|a good|some|my|the|a|an)\s+)+(?=\S)",
    re.IGNORECASE,
)
_LIKE_TAIL_EN = lazy.Pattern(
    r"\s+(?:(?:in|on|at|with|for|during|after|before|when|every|over|than|rather than|instead of|to|most|more than|so much|"
    r"very much|a lot|the most|best|because|from|by|especially|while|as|around|together)\b.*|a bit|really|deeply)$",
    re.IGNORECASE,
)
_LIKE_LEAD_ZH = lazy.Pattern(
    r"^(?:周末|晚上|早上|平时|有空|下班后|没事|一切|各种|所有|去|到处|自己|吃点?|喝点?|玩|看|听|打|做|读|用|养|在)+(?=[\w一-鿿]{1,})"
)
_TIME_TAIL = lazy.Pattern(
    r"\s+(?:(?:\w+ ){1,3}ago|last (?:week|month|year|spring|summer|autumn|fall|winter)|in \d{4}|yesterday|recently|years "
    r"ago|since .*)$",
    re.IGNORECASE,
)
_SAME = {"smoke": "smoking", "drink": "alcohol", "drinking": "alcohol", "抽烟": "烟", "喝酒": "酒"}


def liked(value: str) -> str:
    """The thing itself in what one likes: "eating blue cheese at night" is "blue cheese", 吃香菜 is 香菜."""
    bare = _TIME_TAIL.sub("", value.strip(_CLOSE))
    bare = _SAME.get(bare.lower(), bare)
    if re.search(r"[一-鿿]", bare):
        shorter = _LIKE_LEAD_ZH.sub("", bare)
        return shorter if len(shorter) >= 2 or (not shorter.isascii() and shorter) else bare
    shorter = _LIKE_LEAD_EN.sub("", bare)
    head = _LIKE_TAIL_EN.sub("", shorter)
    return head or shorter or bare


def thing_liked(value: str) -> str:
    """What is liked, with its circumstances but without the verb: 吃香菜 is 香菜, "eating fish at noon" is "fish at noon"."""
    bare = _TIME_TAIL.sub("", value.strip(_CLOSE))
    lead = _LIKE_LEAD_ZH if re.search(r"[一-鿿]", bare) else _LIKE_LEAD_EN
    shorter = lead.sub("", bare)
    return shorter if len(shorter) >= 2 or (shorter and not shorter.isascii()) else bare
