"""Chinese addresses: street and number, estate and building, village and group. Province, city, district and town stay."""

import re
from collections.abc import Iterator

from memstrata.text.private import view
from memstrata.text.private.kinds import Finding, PrivateKind


def _words(listed: str) -> str:
    """An alternation of words that are listed with spaces between them."""
    return "(?:" + "|".join(listed.split()) + ")"


_HAN = "[\u4e00-\u9fff]"
_NUM = r"(?:\d{1,5}(?:-\d{1,4})?|[一二三四五六七八九十百零〇两]{1,6})"
_STREET = _words("大道 大街 胡同 步行街 路 街 巷 弄 道 里 坊")
_ESTATE = _words(
    """花园 花園 小区 小區 社区 家园 公寓 新村 新城 新苑 花苑 雅苑 别墅 公馆 大厦 大廈 广场 中心 宿舍 家属院 港湾 名都 名苑 华府 山庄 庄园
    大院 国际 公园 天地 城 苑 园 府 里 期 庭 湾 邸 居 轩 阁 院 区"""
)
_BUILDING = _words("号楼 號樓 栋 幢 棟 座 单元 單元")
_UNIT = _words("号楼 號樓 号院 號院 号 號 弄 巷 栋 幢 棟 座 单元 單元 室 层 層 楼 樓 组 組 门 門 户 戶 房 院 #")

# 漕溪北路398号, 长安街甲12号, 愚园路1088弄, 忠孝東路五段68號
_NUMBERED = re.compile(
    rf"{_STREET}(?:[东西南北中東]段?|[一二三四五六七八九十\d]{{1,2}}段)? ?(?:[甲乙丙丁附]? ?{_NUM} ?[号號]|\d{{1,5}} ?[弄巷])"
    rf"(?!{_words('线 線 选手 公路 机组 文件 公告 技师 种子 图')})"
)
# 阳光小区5号楼, 保利公寓二期3幢; any name before a building that goes on with a unit or a room: 翠湖3栋1201
_BUILT = re.compile(
    rf"{_ESTATE}(?:[东西南北中]区|[一二三四五六七八九\dA-Z]{{1,2}}期|[A-Za-z]区)? ?(?:{_NUM}|[A-Za-z]) ?{_BUILDING}"
    rf"|{_HAN}(?:{_NUM}|[A-Z]\d{{0,2}}) ?{_BUILDING} ?(?=[A-Z] ?[座栋幢棟]"
    rf"|{_NUM} ?{_words('单元 單元 室 号 楼 层 門 门')}|\d{{3,4}}(?!\d|年|元|米|个))"
)
_VILLAGE = re.compile(rf"[村屯庄寨] ?{_NUM} ?[组組队社号號](?!线|选手)")
_TAIL = re.compile(
    rf"(?:[ \-,，、]{{0,2}}(?:{_NUM}|[A-Za-z]\d{{0,4}}|[东西南北]) ?-?{_UNIT}(?!线|線|选手)"
    rf"|[ ]?{_HAN}{{2,8}}?(?={_NUM} ?(?:号楼|栋|幢|棟|座|单元)|[A-Z] ?[座栋幢棟])"
    r"|(?<=[号號栋幢棟座楼樓层層院元室]) ?[A-Za-z]?\d{2,4}[A-Za-z]?(?:-\d{1,4}){0,2}(?![\d年月日点时元米个件块%:：]|\.\d)[室房号]?){1,8}"
)
_KIND = re.compile(rf"{_STREET}|{_ESTATE}|{_HAN}")
# 东路 behind 北京 is no name of its own: the city belongs to the street.
_BARE_KIND = re.compile(rf"[东西南北中東一二三四五六七八九十环環]{{0,2}}(?:{_STREET}|{_ESTATE})?")
_ADMIN = re.compile(r"街道|[省市区區县縣镇鎮乡鄉州盟旗]")
_SENTENCE = re.compile(
    ".*(?:[在住是的到去寄送给搬了址我你他她它们跟叫请約约這那找往]|"
    + _words("位于 位於 址为 址為 改成 换成 改为 设为 变成 公司 单位 学校 房子 地点 填 坐落 居住 发货 收货 户籍 附近 通过 沿着 经过 走过")
    + ")"
)
_CITIES = frozenset(
    """
    北京 上海 天津 重庆 广州 深圳 杭州 南京 苏州 成都 武汉 西安 长沙 郑州 青岛 济南 大连 沈阳 哈尔滨 长春 石家庄 太原 合肥 福州 厦门 南昌
    昆明 贵阳 南宁 海口 三亚 兰州 西宁 银川 乌鲁木齐 拉萨 呼和浩特 宁波 温州 嘉兴 绍兴 金华 台州 无锡 常州 南通 徐州 扬州 镇江 泰州 盐城
    东莞 佛山 珠海 中山 惠州 汕头 江门 泉州 漳州 烟台 潍坊 临沂 洛阳 襄阳 宜昌 株洲 湘潭 绵阳 桂林 柳州 唐山 保定 芜湖 香港 澳门 台北 台中
    高雄 新北 桃园 台南 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海
    台湾 内蒙古 广西 西藏 宁夏 新疆 重慶 廣州 蘇州 武漢 臺北 臺中 臺南 浦东 徐汇 海淀 朝阳
    """.split()
)
_NO_STREET = re.compile(
    "^[^东西南北中環环]?一路$|"
    + _words("公 铁 鐵 电 電 线 網 网 思 套 半 问 让 领 引 赶 修 铺 过 认 走 上 下 道 后 退 出 门 回 带 死 十字")
    + "路$|"
    + _words("知 味 频 通 管 渠 车 街 报 轨 赛 跑 河 隧 人行")
    + r"道$|[公英海千万十百这那哪里家心手夜城屋\d]里$|^.?弄$"
)
SIGNS = ("号", "號", "弄", "巷", "栋", "幢", "棟", "座", "单元", "單元", "组", "組", "队", "社")
NAME = 9  # characters of a street's or an estate's name, at most, its kind included
REACH = 16  # characters in which the end of a district's name is looked for


def find(seen: view.View) -> Iterator[Finding]:
    """All Chinese street addresses, from the name of the street to the last unit, in no order; they may overlap."""
    if not any(sign in seen.text for sign in SIGNS):
        return
    for pattern in (_NUMBERED, _BUILT, _VILLAGE):
        done = 0
        for found in pattern.finditer(seen.text):
            name = _name_start(seen.text, found) if found.start() >= done else None
            if name is None:
                continue
            tail = _TAIL.match(seen.text, found.end())
            done = tail.end() if tail else found.end()
            yield Finding(name, done, PrivateKind.CN_ADDRESS)


def _name_start(text: str, found: re.Match[str]) -> int | None:
    """Where the name of the street or estate begins, behind district, city and the words of the sentence; None without a name."""
    start = found.start()
    kind = _KIND.match(text, start)
    stop = kind.end() if kind else start
    while start > 0 and found.start() - start < REACH and "\u4e00" <= text[start - 1] <= "\u9fff":
        start -= 1
    name = text[start:stop]
    if words := _SENTENCE.match(name):
        name = name[words.end() :]
    name = _without_city(_without_district(name))[-NAME:]
    if len(name) < 2 or _BARE_KIND.fullmatch(name) or _NO_STREET.search(name):
        return None
    return stop - len(name)


def _without_district(name: str) -> str:
    for admin in reversed(list(_ADMIN.finditer(name))):
        rest = name[admin.end() :]
        if admin.start() > 0 and len(rest) >= 2 and not _BARE_KIND.fullmatch(rest):
            return rest
    return name


def _without_city(name: str) -> str:
    for size in (4, 3, 2):
        if name[:size] in _CITIES and not _BARE_KIND.fullmatch(name, size):
            return name[size:]
    return name
