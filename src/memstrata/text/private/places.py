"""Street addresses in Chinese and English. A province, city or district is a fact and stays; street and number are private."""

import re
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind

_HAN = "[\u4e00-\u9fff]"
_NUM = r"(?:\d{1,5}(?:-\d{1,4})?|[一二三四五六七八九十百零〇两]{1,6})"
_STREET = r"(?:大道|大街|胡同|步行街|路|街|巷|弄|道|里|坊)"
# The number after a street: 398号, 甲12号, 1088弄, 四段123號.
_NUMBERED = re.compile(
    rf"{_STREET}(?:[东西南北中東]段?|[一二三四五六七八九十\d]{{1,2}}段)? ?[甲乙丙丁附]? ?{_NUM} ?(?:号|號|弄|巷)(?!线|線|选手|公路|机组|文件|公告|技师|种子)"
)
_ESTATE = r"(?:花园|花園|小区|小區|社区|家园|公寓|新村|新城|新苑|花苑|雅苑|别墅|公馆|大厦|大廈|广场|中心|宿舍|家属院|港湾|名都|名苑|华府|山庄|庄园|大院|国际|公园|天地|城|苑|园|府|庭|湾|邸|居|轩|阁|院|区)"
_BUILDING = r"(?:号楼|號樓|栋|幢|棟|座|单元|單元)"
_BUILT = re.compile(
    rf"{_ESTATE}(?:[东西南北中]区|[一二三四五六七八九\dA-Z]{{1,2}}期|[A-Za-z]区)? ?(?:{_NUM}|[A-Za-z]) ?{_BUILDING}"
    rf"|{_HAN}(?:{_NUM}|[A-Z]) ?{_BUILDING} ?(?={_NUM} ?(?:单元|單元|室|号|楼|层|門|门)|\d{{3,4}}(?!\d|年|元|米|个))"
)
_VILLAGE = re.compile(rf"[村屯庄寨] ?{_NUM} ?(?:组|組|队|社|号|號)(?! ?(?:{_NUM} ?)?(?:线|选手))")
_UNITS = r"(?:号楼|號樓|号院|號院|号|號|弄|巷|栋|幢|棟|座|单元|單元|室|层|層|楼|樓|组|組|门|門|户|戶|房|院|#)"
_TAIL = re.compile(
    rf"(?:[ \-,，、]{{0,2}}(?:{_NUM}|[A-Za-z]\d{{0,4}}|[东西南北]) ?-?{_UNITS}(?!线|線|选手)"
    rf"|[ ]?(?!\d*[年月点时日]){_HAN}{{2,8}}?(?={_NUM} ?(?:号楼|栋|幢|棟|座|单元)|[A-Z] ?座)"
    r"|(?<=[号號栋幢棟座楼樓单层層院元室]) ?[A-Za-z]?\d{2,4}[A-Za-z]?(?:-\d{1,4}){0,2}(?![\d年月日点时元米个件块%.:：])(?:室|房|号)?){1,8}"
)
_ADMIN = re.compile(r"[省市区區县縣镇鎮乡鄉州盟旗]")
_STOP = re.compile(
    r".*(?:[在住是的到去寄送给搬了址我你他她它们跟叫请約约这那找往]|位于|位於|改成|换成|改为|设为|变成|公司|单位|学校|房子|地点|填|坐落|居住|发货|收货|户籍|公寓楼|附近|通过|沿着|经过|走过)"
)
_CITIES = frozenset(
    """北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 济南 大连 沈阳 哈尔滨 长春 石家庄 太原 合肥 福州 厦门 南昌 昆明
    贵阳 南宁 海口 三亚 兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 宁波 温州 嘉兴 绍兴 金华 台州 无锡 常州 南通 徐州 扬州 镇江 泰州 盐城 东莞 佛山 珠海
    中山 惠州 汕头 江门 泉州 漳州 烟台 潍坊 临沂 洛阳 襄阳 宜昌 株洲 湘潭 绵阳 桂林 柳州 唐山 保定 芜湖 香港 澳门 台北 台中 高雄 新北 桃园 台南
    河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 台湾 内蒙古 广西 西藏 宁夏 新疆
    重慶 廣州 杭洲 蘇州 武漢 臺北 臺中 臺南 浦东 徐汇 海淀 朝阳""".split()
)
_NOT_A_STREET = re.compile(
    r"(?:公|铁|鐵|电|電|线|網|网|思|套|一|半|上|下|道|后|退|出|门|回|带|死|十字|高速公)路$|(?:知|味|频|通|管|渠|车|街|报|轨|赛|跑|河|隧|人行|自行车)道$|(?:公|英|海|千|万|十|百|这|那|哪|里|家|心|手|夜|城|屋|\d)里$|^.?弄$|^(?:大街|大道|路|街|巷|里|道|胡同|坊)$"
)
NAME = 8  # characters of a street's or an estate's name that are looked back, at most

_ROAD = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Drive|Dr|Lane|Ln|Terrace|Ter|Crescent|Cres|Parkway|Pkwy|Highway|Hwy|Alley|Mews|Gardens|Grove|Turnpike"
    r"|Expressway|Broadway|Embankment)"
)
_VAGUE = r"(?:Way|Court|Ct|Place|Pl|Square|Sq|Circle|Cir|Close|Row|Walk|Hill|Trail|Park|Loop|Path|Quay|Wharf|Green|View|Rise|Plaza|Pike)"
_WORD = r"(?:[A-Z][A-Za-z'’\-]{0,20}\.?|\d{1,3}(?:st|nd|rd|th))"
_UNIT = r"(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|Building|Bldg|apt|apartment|suite|unit|flat|floor|room)\.? ?#?[A-Za-z0-9\-]{1,6}|,? ?#[A-Za-z0-9\-]{1,6})"
_FRONT = rf"(?<![0-9A-Za-z$€£#.,:/\-])(?:(?:Flat|Unit|Apt\.?|Apartment|Suite|Room|flat|unit|apt) ?#?[A-Za-z0-9\-]{{1,6}}, ?)?(?:No\. ?)?\d{{1,6}}(?:[A-Za-z]|-\d{{1,5}}|/\d{{1,4}})?,? "
_AFTER = rf"(?![A-Za-z0-9])(?:\.(?=[ ,]? ?[A-Z#,a-z]))?(?:,? (?:NW|NE|SW|SE|[NSEW]|North|South|East|West)(?![A-Za-z]))?{_UNIT}{{0,3}}"
_ENGLISH = re.compile(rf"{_FRONT}(?:(?:{_WORD} ){{1,4}}{_ROAD}|(?:{_WORD} )?Broadway){_AFTER}")
_ENGLISH_VAGUE = re.compile(rf"{_FRONT}(?:{_WORD} ){{1,4}}{_VAGUE}{_AFTER}")
_LOWER = re.compile(
    r"(?<![0-9a-z$#.,:/\-])\d{1,6}[a-z]?,? (?!(?:down|the|of|in|to|up|on|and|or|more|different|other|main|road|street)s? )(?:[a-z0-9'\-]{1,20} ){1,3}?"
    r"(?:street|st|avenue|ave|road|rd|boulevard|blvd|drive|dr|lane|ln|terrace|court|way|place|main street|main st)(?![a-z0-9])"
    r"(?:,? (?:apt|apartment|suite|ste|unit|flat|floor|room)\.? ?#?[a-z0-9\-]{1,6}|,? ?#[a-z0-9\-]{1,6}){0,2}"
)
_MAIN_LOWER = re.compile(
    r"(?<![0-9a-z$#.,:/\-])\d{1,6} main (?:street|st|road|rd)(?![a-z0-9])(?:,? (?:apt|suite|unit)\.? ?#?[a-z0-9\-]{1,6}){0,2}"
)
_LIVES = re.compile(
    r"(?:live[sd]? (?:at|on)|address|ship(?:ped|ping)?(?: it| them)? to|deliver(?:y|ed)?(?: it| them)? to|home|house|moved? to|located at|send (?:it|them) to|stay(?:s|ing)? at|residence|住在|地址|寄到|送到)[^.;。；\n]{0,24}$"
)
_TOWN = re.compile(r",? (?:[A-Z][a-z]+(?: [A-Z][a-z]+)?, ?[A-Z]{2}(?![A-Za-z])|[A-Z]{2} \d{5}|[A-Z]{1,2}\d{1,2}[A-Z]? ?\d[A-Z]{2})|,?\d{5}")
_BOX = re.compile(r"(?<![a-z])(?:p\.? ?o\.? ?box|post office box|gpo box|邮政信箱|郵政信箱) ?#?\d{1,7}(?![0-9a-z])")


def find(seen: view.View) -> Iterator[Finding]:
    """All street addresses, in no order; they may overlap."""
    yield from _chinese(seen.text)
    yield from _english(seen)


def _chinese(text: str) -> Iterator[Finding]:
    for pattern in (_NUMBERED, _BUILT, _VILLAGE):
        for found in pattern.finditer(text):
            name = _name_start(text, found)
            if name is None:
                continue
            tail = _TAIL.match(text, found.end())
            yield Finding(name, tail.end() if tail else found.end(), PrivateKind.CN_ADDRESS)


def _name_start(text: str, found: re.Match[str]) -> int | None:
    """Where the name of the street or estate begins, behind district, city and the words of the sentence; None without a name."""
    kind = re.match(rf"{_STREET}|{_ESTATE}|{_HAN}", found.group())
    stop = found.start() + (kind.end() if kind else 0)
    start = found.start()
    while start > 0 and found.start() - start < NAME and "\u4e00" <= text[start - 1] <= "\u9fff":
        start -= 1
    name = text[start:stop]
    if words := _STOP.match(name):
        name = name[words.end() :]
    for admin in reversed(list(_ADMIN.finditer(name))):
        if len(rest := name[admin.end() :]) >= 2 and not _bare_kind(rest) and admin.start() > 0:
            name = rest
            break
    for size in (4, 3, 2):
        if name[:size] in _CITIES and not _bare_kind(name[size:]):
            name = name[size:]
            break
    if len(name) < 2 or _NOT_A_STREET.search(name):
        return None
    return stop - len(name)


def _bare_kind(rest: str) -> bool:
    """Whether only a direction and a kind of street are left, as in 北京东路 behind 北京."""
    return re.fullmatch(rf"[东西南北中東一二三四五六七八九十环]{{0,2}}(?:{_STREET}|{_ESTATE})?", rest) is not None


def _english(seen: view.View) -> Iterator[Finding]:
    for found in _ENGLISH.finditer(seen.text):
        yield Finding(*found.span(), PrivateKind.ADDRESS)
    for found in _ENGLISH_VAGUE.finditer(seen.text):
        unit = re.search(_UNIT, found.group())
        if unit or _LIVES.search(seen.left(found.start(), 48)) or _TOWN.match(seen.text, found.end()):
            yield Finding(*found.span(), PrivateKind.ADDRESS)
    for pattern in (_LOWER, _MAIN_LOWER):
        for found in pattern.finditer(seen.low):
            if _LIVES.search(seen.left(found.start(), 48)):
                yield Finding(*found.span(), PrivateKind.ADDRESS)
    for found in _BOX.finditer(seen.low):
        yield Finding(*found.span(), PrivateKind.ADDRESS)
