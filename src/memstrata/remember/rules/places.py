"""Where somebody lives, moves and travels from."""

from memstrata.core.records import Kind
from memstrata.remember.rules import values
from memstrata.remember.rules.rule import EVERYBODY, OURS, USER, rule

RULES = (
    rule(
        "no-longer-lives",
        "live|住|搬离|moved",
        en=[r"(?:no longer|don't|do not|doesn't|does not) live in<v>", r"used to live in<v>", r"moved (?:away from|out of)<v>(?! to\b)"],
        zh=[r"(?:已经|早就|早|现在|不再|再也)?(?:不|没)(?:再)?住(?:在)?<v>", r"(?:以前|曾经|之前|过去)住(?:在)?<v>", r"(?:搬离|离开)了?(?P<v>[一-鿿]{2,8}?)(?:了)?$"],
        slot="{s}.city",
        reads="place",
        retracts=True,
    ),
    rule(
        "lives",
        "live|living|based|坐标|现居|base|常住|居住|住|定居|安家|reside|located|settled|relocat|家在|call|home|stay",
        en=[
            r"(?:lives?|living|resides?|BE (?:based|living|located)) (?:alone |together |happily |full-time )?(?:with .{3,25} )?(?:over |out |up |down |near |outside |just outside )?(?:here )?(?:in an? [\w -]{2,24} )?in<v>",
            r"(?:'m|'re|'s| am| is| are)(?: now| currently)? (?:based|living|located|settled)(?: out of| near| outside| over)? (?:in|at|of)?<v>",
            r"(?:live|lives) (?:near|outside|just outside)<v>",
            r"have lived in<v>", r"has lived in<v>", r"been living in<v>", r"settled (?:down )?in<v>",
            r"calls? (?P<v>[a-z]+(?: [a-z]+)?) (?:my |her |his )?home",
        ],
        zh=[
            r"(?:是)?(?:住|居住|定居|常住|安家|长住|现居|租住)(?:在|于|到)?(?P<v>(?!院|宿|的|校|酒店|一起|得|不|了|哪|多|几|过|房)\S.*)",
            r"(?:家|的家)(?:在|住|就在|住在|安在|现在在)(?P<v>\S.*)",
            r"(?:人)?(?:在|base在?)(?P<v>[一-鿿]{2,6}?)(?:生活|定居|居住|安家|安了家|住)(?!院)",
            r"(?:现居地?|常住地?|居住地|住址|所在城市|坐标|base)(?:是|在|为|[:：])?\s*(?P<v>\S.*)",
        ],
        slot="{s}.city",
        reads="place",
    ),
    rule("city-of-work", "在", zh=[rf"(?:人)?在(?P<v>{values.CITIES})市?(?:做|当|上班|工作|读|念|上学|上大学|创业|打工|生活|发展|搞|写)"], slot="{s}.city", reads="place"),
    rule("home-is", "home|city|住址|居住地|现居|坐标|常住", en=[r"(?:my|our) home(?: city)? is (?:in |now )?<v>", r"(?:current )?(?:city|location|residence)(?: is|:)<v>"], slot="user.city", reads="place", start="clause", who=USER),
    rule(
        "moved",
        "move|relocat|搬|settle",
        en=[
            r"(?:moved|relocated|moving)(?: back| over| out| here| permanently| house| with my \w+| away| up| down)*(?: from .{2,30}?)? to<v>",
            r"HAVE (?:moved|relocated)(?: back| over)?(?: from .{2,30}?)? to<v>",
        ],
        zh=[r"(?:从.{1,10}?)?(?:全家)?(?:搬家?|迁|搬迁|移居|搬回)(?:到|来|至|去|回|进)?了?(?:到)?(?P<v>[一-鿿]{2,8}(?:[一-鿿]{0,4})?)$"],
        slot="{s}.city",
        reads="place",
    ),
    rule(
        "plans-move",
        "mov|relocat|搬|移居",
        en=[r"WILL (?:be )?(?:mov(?:e|ing)|relocat(?:e|ing))(?: back| over| out)?(?: from .{2,30}?)? to<v>", r"(?:'m|'re|'s| am| are| is) (?:moving|relocating)(?: back| over)? to<v>"],
        zh=[r"(?:准备|打算|计划|要|将|会|就要|决定|马上)*(?:下个?(?:周|月|星期|礼拜|季度)[一二三四五六日天末]?|明年|明天|后天|年底|月底|周末|[\d一二三四五六七八九十]+月份?(?:\d+[日号])?|过几天|过完年|下半年|国庆后?|年后|春节后?)?(?:准备|打算|计划|要|将|会|就要|就|决定|全家)*(?:搬家?|移居|迁)(?:到|去|回|往)<v>"],
        slot="{s}.move",
        kind=Kind.TASK,
        reads="place",
        dated=True,
    ),
    rule(
        "moved-done",
        "搬",
        zh=[r"(?:家)?搬(?:完|好|过去|过来)了?(?:家)?(?:了)?$", r"搬家(?:搬)?(?:完|好|结束|完成)了?$"],
        slot="{s}.move",
        kind=Kind.EVENT,
        reads="done",
        who=OURS,
    ),
    rule("timezone", "timezone|time zone|utc|gmt|时区", en=[r"(?:BE )?(?:in|on) (?P<v>(?:the )?[\w+-]+(?: \w+)?(?: time ?zone)|(?:utc|gmt)[+-]?\d{0,2}(?::\d\d)?)"], zh=[r"(?:在|用)?(?:的)?(?P<v>东[一二三四五六七八九十]+区|西[一二三四五六七八九十]+区|北京时间|(?:utc|gmt)[+-]\d{1,2})"], slot="{s}.timezone", reads="text", who=EVERYBODY),
    rule("near", "离", zh=[r"(?:我家?|我们家?)?(?:在)?(?P<t>[^，,。]{0,12}?(?:房子|家|公寓|住处|宿舍))离(?P<v>(?:公司|单位|学校|地铁站?|家|市中心|机场|超市|医院)(?:只有|也|只|就)?(?:很近|不远|特别近|挺近|很远|有点远|太远|[\d一二三四五六七八九十]+(?:公里|分钟|站).{0,6}))"], slot="home.distance", reads="text", start="clause", kind=Kind.BACKGROUND),
)
