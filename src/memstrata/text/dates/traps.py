"""Words that look like dates and are not: titles, names, addresses, version numbers."""

from __future__ import annotations

import re

HOLE = "\x00"  # no rule matches it and no two dates are joined over it

_TIME_WORD = (
    r"(?:Yesterday|Today|Tomorrow|Tonight|Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|January|February|"
    r"March|April|May|June|July|August|September|October|November|December|Summer|Winter|Spring|Autumn|Christmas|Halloween|Easter|"
    r"Night|Now|(?:19|20)[0-9]{2})"
)
_WORK = (
    r"(?:song|track|single|tune|ballad|film|movie|musical|book|novel|album|band|group|show|series|sitcom|play|podcast|magazine|"
    r"newspaper|game|app|startup|company|brand|label|cafe|restaurant|bar|club|project|horse|cat|dog|robot|character)s?"
)
_CAPITALS = r"(?:[A-Z][a-z']{1,20} ){0,3}"
_MORE_CAPITALS = r"(?: [A-Z][a-z']{1,20}){0,3}"
_OPEN, _CLOSE = r"[“「『\"‘]", r"[”」』\"’]"

_QUOTED = re.compile(
    r"《[^《》\n]{1,60}》|〈[^〈〉\n]{1,60}〉"
    rf"|{_OPEN}(?<=[歌曲影片说书辑队目志戏剧诗文司牌叫做为听唱首]{_OPEN})[^”」』\"’\n]{{1,20}}{_CLOSE}"
    rf"|{_OPEN}[^”」』\"’“「『‘\n]{{1,20}}{_CLOSE}(?=这[首部本张个篇]|是(?:一|这)?[首部本张])"
    # a quoted title: every word with a capital
    rf"|[\"“‘]{_CAPITALS}{_TIME_WORD}{_MORE_CAPITALS}[\"”’]|'(?<![A-Za-z]'){_CAPITALS}{_TIME_WORD}{_MORE_CAPITALS}'"
)
_ADDRESS = re.compile(
    r"https?://[^\s\u4e00-\u9fff]{1,2000}|www\.[^\s\u4e00-\u9fff]{1,2000}|[A-Za-z0-9.-]{1,60}\.(?:com|org|net|io|ai|dev|app|cn)\b"
    r"|[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,60}",
    re.ASCII,
)
_NAMES = re.compile(
    r"\b(?=[A-Za-z])(?:"
    # a title after the kind of work: the song Yesterday, a film called Next Friday, my favourite song is Yesterday
    rf"(?i:(?:the|this|that|their|his|her|my|a|an|favou?rite) {_WORK}(?:,| called| named| titled| is| was|:)? )"
    rf"[\"'“‘]?(?:(?:[A-Z][a-z']{{1,20}}|[0-9]{{4}}) ){{0,3}}{_TIME_WORD}\b(?! (?:night|morning|afternoon|evening|at)\b){_MORE_CAPITALS}"
    rf"|(?i:called|named|titled|entitled) [\"'“‘]?{_CAPITALS}{_TIME_WORD}\b"
    r"|(?:Yesterday|Tomorrow|Today)(?=,? by (?:the )?[A-Z])"
    rf"|{_TIME_WORD}(?= (?:is|was) (?i:my|the|a|an|his|her|their|our|one of (?:my|the)) (?:[A-Za-z']{{1,20}} ){{0,3}}{_WORK}\b)"
    r"|[A-Z][a-z]{1,20}(?:s'|'s) (?:Yesterday|Tomorrow|Today|Tonight)\b"
    r"|(?i:lov(?:e|ed|es|ing)|sing|sang|singing|plays?|played|playing|hear|heard|hum|(?:re)?watch(?:ed)?|listen(?:ed|ing)? to|stream"
    r"|learn(?:ed|ing)?|practi[cs](?:e|ed|ing)|cover(?:ed|ing)?)"
    r" (?:Yesterday|Tomorrow|Today|Tonight)\b(?! (?:I|we|he|she|at|morning|night)\b)"
    r"|(?i:friday the 13th|freaky friday|casual friday|super tuesday|fat tuesday|ruby tuesday|blue monday|bloody sunday|"
    r"taco tuesday|throwback thursday|tgi fridays?|man friday|my girl friday|his girl friday|groundhog day|back to the future|"
    r"saturday night live|friday night lights|sunday times|sunday school|wednesday addams|usa today|psychology today|"
    r"the today show|the tonight show|independence day (?:movie|film))\b"
    r"|(?:Mon|Fri|Sun|Wednes)day(?=\.[a-z]|\s?™|\s(?:Inc|Ltd|LLC|Corp))"
    r"|(?:April|June|May|August|Summer|Autumn|Wednesday)(?= [A-Z][a-z]{1,20} (?:is|was|said|told|and I)\b| (?:Wilson|Rush|Strindberg)\b)"
    r"|[vV](?:ersions? |er\.? |)[0-9]{1,5}(?:\.[0-9]{1,5}){0,4}\b"
    r"|[A-Za-z]{1,20}[-_][0-9]{4}(?:-[0-9]{1,8}){1,2}\b)",
    re.ASCII,
)
_NUMBERS = re.compile(
    r"[0-9](?<![0-9A-Za-z_.\-/#][0-9])(?:(?<=2)4/7|(?<=9)/11|(?<=5)0/50|(?<=2)0/20|"
    r"(?!(?<=[12])[0-9]{3}\.[0-9]{1,2}\.[0-9]{1,2}(?![0-9.]))[0-9]{0,4}(?:\.[0-9]{1,5}){1,4}(?![0-9]| ?[ap]\.?m)|[0-9]{3}(?=款|版"
    r"|型))(?![0-9/])"
)
_CHINESE = re.compile(
    r"[今明昨]日(?=头条|方舟|香|集团|之[星后]|股份|控股|资本|科技|传媒|重现|花)|[今明昨后]天(?=集团|系|控股|资本|传媒|会更好|影业"
    r"|国际|公司|[一-鿿]{0,2}(?:广场|大厦|大酒店|书店|商场|剧场|影院|学院|幼儿园|小区|花园)(?!见|等|集合))"
    r"|[祖人美世中好].{0,4}的[今明昨]天(?=[。!?,,!?\s]|$|更|属于|会)"
    r"|后天(?=形成|养成|培养|努力|性|因素|环境|教育|获得|失明|习得|的努力|免疫|之[本精气])"
    r"|清明上河|五一(?=[路广大街店站村])|八一(?=[路街厂队中建])|春节(?=联欢|晚会|序曲)|国庆(?=[路村])|中秋月饼|七夕(?=青鸟)"
    r"|[最以之然往此随]后天|[最以之目往此随提]前天|[过失除]去年(?=[轻龄代级纪华迈])|[最今以之然往此先落]后年"
    r"|[0-9一二三四五六七八九十]{1,3}号(?=[线楼门店院馆厅位车机球码选桌库仓文房段铺病床岛矿井字令服])"
)


def blanked(text: str) -> str:
    """The text, equally long, with every trap overwritten by holes."""
    for pattern in (_QUOTED, _ADDRESS, _NAMES, _NUMBERS, _CHINESE):
        text = pattern.sub(_hole, text)
    return text


def _hole(match: re.Match[str]) -> str:
    return HOLE * len(match.group())
