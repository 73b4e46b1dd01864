"""Requests that anybody's assistant answers alike: knowledge, arithmetic, text and code at hand, made-up texts."""

import re

from memstrata.recall.gate import signs, world
from memstrata.recall.gate.reading import PASTED, Message
from memstrata.recall.gate.reason import Reason
from memstrata.text import language

_TONGUES = (
    "french|german|spanish|italian|portuguese|russian|japanese|korean|chinese|mandarin|cantonese|arabic|hindi|dutch|swedish|polish|greek"
    "|latin|turkish|english"
)
_TONGUES_ZH = "英|法|德|日|韩|俄|西班牙|意大利|葡萄牙|阿拉伯|希腊|拉丁|泰|粤|越南|荷兰|中|汉|英文|日文|中文|法文|德文"
_UNITS = (
    "miles?|km|kilomet(?:er|re)s?|met(?:er|re)s?|cm|mm|feet|foot|ft|inch(?:es)?|yards?|pounds?|lbs?|kg|kilos?|kilograms?|grams?|ounces?"
    "|oz|lit(?:er|re)s?|gallons?|cups?"
    "|celsius|fahrenheit|°c|°f|seconds?|minutes?|hours?|days?|weeks?|bytes?|kb|mb|gb|tb|usd|eur|gbp|dollars|euros|yen|acres?|hectares?"
    "|binary|hex|decimal|roman numerals?"
)
_UNITS_ZH = (
    "公里|千米|英里|米|厘米|毫米|英尺|英寸|斤|公斤|千克|克|磅|盎司|升|加仑|摄氏度?|华氏度?|小时|分钟|秒|天|字节|美元|欧元|日元|英镑|亩"
    "|公顷|二进制|十六进制|十进制"
)
_SUM = re.compile(r"[\d\s.,()+\-*/×÷^%=?]*\d\s*[-+*/×÷^%]\s*\(?\s*\d[\d\s.,()+\-*/×÷^%=?？]*")
_COMPUTE = re.compile(
    r"(?:roll|throw) (?:an? |the |two )?(?:dice|die)\b|(?:flip|toss) a coin|pick a (?:random )?(?:number|card|color|colour)\b"
    r"|generate (?:an? )?(?:random|uuid)|(?:an? )?random number"
    r"|(?:掷|扔|投|丢)个?骰子|抛(?:个|一?枚)?硬币|.{0,4}随机(?:数|选|生成)|生成一?个?.{0,6}随机"
    r"|(?:what(?:'s| is)|whats|calculate|compute|solve|evaluate|how much is)\s+(?:the )?(?:-?\d[\d.,]*\s*(?:[-+*/×÷^x%]|plus|minus|times"
    r"|divided|squared|cubed|to the power|mod|percent)"
    r"|result of|sum of|product of|square root|cube root|average of|mean of|median of|derivative|integral|factorial|log(?:arithm)?|sin"
    r"|cos|gcd|lcm|area of a|volume of a)"
    rf"|convert (?:-?\d|\w+ (?:to|into) )|-?\d[\d.,]* ?(?:degrees? )?(?:{_UNITS}) (?:in|to|into|is how many)\b"
    rf"|how many (?:{_UNITS}) (?:are )?(?:in|between|from|is|make)\b"
    r"|(?:sort|order|add up|sum|average|multiply|divide|round|factor(?:ize)?|simplify) (?:these|the following|this)?\s?(?:numbers|values"
    r"|list|equation)?:?\s*[-\d(x]"
    r"|\d+ ?% of \d|(?:solve|factor|differentiate|integrate)\b.{0,12}[\dx]\s?[=^+*-]"
    r"|(?:计算|算一?下|求解?|解方程|化简)一?下?.{0,10}(?:\d|平方根|立方根|平均|导数|积分|阶乘|方程|一元)|(?:\d"
    r"|[一二两三四五六七八九十百千万])[\d.,万亿千百一二三四五六七八九十]*(?:加|减|乘以?|除以?|的平方"
    r"|的立方|的阶乘)"
    rf"|-?\d[\d.,]*(?:个|块)?(?:{_UNITS_ZH})(?:是|等于|有|换算成|转成|换成|合|=).{{0,3}}(?:多少|几)|\d[\d.]*的?(?:百分之|\d+%)|\d+%是多少"
    rf"|(?:华氏"
    rf"|摄氏)-?\d+度?.{{0,4}}(?:华氏|摄氏)|百分之.{{1,4}}是多少"
    r"|.{1,3}分之.{1,3}(?:是|等于)|\d[\d.]*元?(?:打|的).{1,3}折"
    r"|算[算下]?\s?[\d(（]|\d+的\d+次方|从?\d{2,4}年?.{0,12}到.{2,16}(?:多少|几)(?:天|周|个月|年)|.{0,12}(?:从小到大|从大到小|升序|降序)|一(?:英里|公里|磅|斤|加仑|英尺"
    r"|英寸|年|周|天|小时|分钟)(?:是|等于|有)多少"
)
_TRANSFORM = re.compile(
    r"(?:translate|proof-?read|spell-?check|summari[sz]e|rewrite|rephrase|reword|paraphrase|shorten|condense|simplify|correct|polish|edit"
    r"|format|extract|classify|tl;?dr|bullet points|(?:as|in) (?:bullet points|a table|a list)"
    r"|turn (?:this|the following|these)|convert (?:this|the following|these)|put (?:this|the following|these)|make (?:this|the following"
    r"|these)"
    r"|(?:fix|check|correct|improve) (?:the |this |these )?(?:grammar|syntax|indentation|spelling|typos?|punctuation|wording"
    r"|text|sentence|paragraph"
    r"|following|style)|change (?:this|the following)"
    r"|is (?:this|the following)|what does (?:this|the following|§)|what(?:'s| is) (?:wrong with|the (?:tone|sentiment|main (?:idea"
    r"|point)|subject) (?:of|in)) (?:this|the following|§)"
    r"|count (?:the )?(?:words|letters|characters)|how (?:do|would) (?:you|i) (?:say|spell|pronounce|write)|say §|§)\b"
    "|(?:把|将)?(?:下面|以下|这|上面)(?:的|这|几|段|句|篇|些|个|两|首|封)|(?:把|将|请把)§|§(?:用|是什么意思|怎么[读念写翻说拼]|翻译"
    "|什么意思|这句话|这个词|的英文|的中文|改成)"
    "|用要点|列出来|列成|改成|变成|换成|翻译|(?:改正|纠正|修正|给)(?:一下)?(?:这|下|§)|§.{0,12}(?:近义词|同义词|反义词|例子)"
    "|改.{0,4}(?:语病|病句|错别字|语法)|润色|校对|总结|概括|缩写|扩写|改写|提取|提炼"
    "|纠正|检查.{0,4}(?:语法|拼写|错别字)|用.{1,6}(?:语|文)(?:怎么说|翻译)|统计.{0,4}字数"
)
_TRANSLATE_INLINE = re.compile(
    rf"translate (?:[\w' §,-]{{1,60}}) (?:in)?to (?:{_TONGUES})|(?:what(?:'s| is)|how (?:do|would) (?:you"
    rf"|i) say) [\w' §-]{{1,40}} in (?:{_TONGUES})"
    rf"|(?:say|spell) [\w' §-]{{1,40}}(?: in (?:{_TONGUES}))?[.?!]*$|.{{1,20}}(?:用|的)(?:{_TONGUES_ZH})(?:语|文)?(?:怎么[说讲写念]"
    rf"|是什么|翻译)|(?:把"
    rf"|将).{{1,30}}(?:翻译|译)(?:成|为|到)"
)
_CODE = re.compile(
    r"(?:write|create|implement|generate|build|make|code) (?:me )?(?:an? |some |the )?(?:[\w.#+-]+ ){0,4}?(?:function|class|regex|regexp"
    r"|one-?liner|program|loop|query|decorator"
    r"|algorithm|macro|generator|component|dockerfile|makefile|unit test|snippet|script|code)\b.{0,12}(?:that|to|for|which|in|using|with"
    r"|of|$)"
    r"|(?:a )?(?:regex|regular expression|sql query|bash command|shell command|one-?liner|git command|command|css|formula)(?: (?:that|to"
    r"|for|which|matching))\b"
    r"|implement (?:an? )?(?:[\w-]+ )?(?:sort|search|quicksort|stack|queue|tree|heap|linked list|trie|cache|graph|fizzbuzz|fibonacci)"
    r"|(?:用|使用)[a-z][\w+#.]*(?:语言)?(?:写|实现|编写|生成|做)|(?:写|实现|编写)一?[个段条].{0,24}(?:函数|正则|算法|类|程序|代码|循环"
    r"|查询|语句|sql|装饰器|组件|脚本|命令|排序|二分查找|单例)"
    r"|.{0,16}(?:正则表达式|正则|sql语句|sql|命令)(?:怎么写|是什么|要怎么写|该怎么写)"
)
_CREATIVE = re.compile(
    r"(?:(?:write|compose|make up|invent|create|tell|give|share|sing|improvise|come up with|think of|suggest|brainstorm|generate|imagine"
    r"|got|know|want to hear)\s+)?(?:(?:me|us)\s+)?"
    r"(?:an?|some|the|two|three|four|five|six|seven|eight|ten|twelve|twenty|\d{1,2}|another"
    r"|any)?\s*(?:[\w'-]+ ){0,3}?(?:something (?:funny|nice|interesting|random)|poems?|haikus?|limericks?|sonnets?|songs?|lyrics|jokes?"
    r"|puns?|riddles?|stor(?:y|ies)|fairy tales?"
    r"|fables?|slogans?|taglines?|tongue twisters?|fun facts?|names? for (?:an? )|titles for (?:an? )|acronyms?|dialogues?|monologues?"
    r"|trivia|quotes? about|plot|rap|ballad|metaphors? for)\b"
    "|(?:(?:给|为)[^我他她咱老小]{0,6}(?:店|馆|厅|坊|品牌|茶|咖啡|节|产品|运动会|活动))?(?:写|作|编|来|创作|讲|说|出|想|起|取|吟|生成"
    "|唱)(?:一|几|两|三|四|五|六|七|八|九|十"
    "|[0-9]{1,2})?[首个篇段则副条道句支些]?.{0,20}(?:诗|俳句|词|歌词?|故事|笑话|童话|寓言|谜语|对联|绕口令|顺口溜|段子|小说|散文|剧本"
    "|标语|口号|广告语|脑筋急转弯)"
    "|(?:给|为)一[只条个位头匹艘座家][^我你他她咱]{1,6}(?:起|取|想)(?:个|几个|一个)(?:名字|名)"
    "|(?:给|为)[^我他她咱老小]{0,6}(?:店|馆|厅|坊|品牌|茶|咖啡|公司|产品)(?:起|取|想)(?:个|几个|一个|十个|五个|三个|[0-9]+个"
    "|些)?(?:好听的|有趣的)?(?:名字|店名|标题)"
)
_NATURE = (
    r"(?:the )?(?:sky|sea|sun|moon|earth|ocean|grass|blood|snow|ice|water|leaves|cats?|dogs?|birds?|bees|humans?|people|stars?|planets?"
    r"|rainbows?|clouds?)"
)
_NATURE_ZH = (
    "天空|天是|海水|大海|太阳|月亮|月球|地球|草是|血是|雪是|冰会|水会|树叶|猫|狗|鸟|蜜蜂|人会|人类|人要|星星|行星|彩虹|云|洋葱|香蕉|恐龙"
    "|飞机|冬天|夏天"
)
# Forms in which a word of common knowledge makes a general question.
_ASKS = re.compile(
    r"(?:what|what's|whats|which|who|who's|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|should|will|would|explain"
    r"|describe|define"
    r"|list|name|about|introduce|outline|discuss|compare|tell|in (?:what|which)|at what|to what|give|best|pros|advantages|history"
    r"|synonyms?|antonyms?|difference"
    r"|an? (?:brief |short |quick )?(?:overview|introduction|explanation|summary|history|outline|example)|overview|examples?|eli5|teach"
    r"|talk|some|any|more about"
    r"|learn|understand|use of|meaning|plural|causes|how's|why's)\b"
)
_ASKS_ZH = re.compile(
    "什么|多少|多[高远长大深重久快]|哪|谁|为何|为啥|怎么|怎样|如何|几[个种条位颗]|吗|介绍|解释|讲讲|讲一讲|说说|谈谈|科普|描述|简述|概述"
    "|概括"
    "|列出|列举|说出|举例|举出|区别|的原理|的历史|有没有|能不能|是不是|还是|[?？]$"
)
# Forms that are general without such a word.
_KNOWLEDGE = re.compile(
    rf"why (?:is|are|do|does|did|can't|can) (?:an? |{_NATURE}\b)|can (?:an? )?(?:cats?|dogs?|birds?|humans|people)\b|(?:is"
    rf"|are) (?:it true that |there (?:life|aliens))"
    r"|how (?:do|does|is|are) (?:an? )?[\w./+#-]+(?: [\w./+#-]+)? (?:work|works|made|formed|form|calculated|measured|evolve|fly"
    r"|reproduce)\b"
    r"|(?:list|name) (?:two|three|four|five|six|seven|ten|\d{1,2}) (?:common|famous|types|kinds|examples|countries|primary)"
    r"|what (?:causes|would happen if)\b|(?:what(?:'s| is| are|s)|whats) (?:the |some )?(?:best|main|most common|most important|typical"
    r"|easiest|fastest|right|correct|proper|common|basic|key|usual ingredients)\b|explain (?:how|why|what) (?:an?|people|humans)\b"
    r"|what(?:'s| is) the (?:weather|time) in\b|what (?:time|day|date) is it\b|how to (?:boil|peel|tie|draw|solve|pronounce|spell|fold"
    r"|bake|whistle|juggle)\b"
    r"|what are (?:some )?(?:common|famous|popular) "
)
# A bare noun or two, that must be none of everyday work: "explain entropy", but not "what's next".
_BARE = re.compile(
    r"(?:explain|describe|what(?:'s| is|s)|whats) (?!(?:next|new|left|missing|pending|due|planned|open|blocking|on|happening|wrong|up"
    r"|changed|going|this|that|it|there|for|in|at|with|your?)\b)"
    r"[a-z0-9.+#/-]+(?: [a-z0-9.+#/-]+)?(?: in (?:simple|plain|layman's) (?:terms|words|english)| simply| briefly| like i'm five"
    r"| to a (?:child|beginner))?[?.! ]*$"
)
_KNOWLEDGE_ZH = re.compile(
    f"为什么(?:会)?(?:{_NATURE_ZH})|(?:{_NATURE_ZH})为什么|(?:{_NATURE_ZH})(?:能|可以|会不会|能不能)(?:吃|喝|飞|活)"
    "|.{1,8}(?:是怎么(?:形成|来|做|制作|产生|诞生|发明|工作|运作)的?|怎么[煮烤种养]|的发明者|的近义词|的反义词|[是由](?:谁|哪一?年"
    "|哪个国家|什么时候)(?:发明|发现|提出|写|建|创立|创办|成立|沉没|爆发|开始|结束|统一"
    "|灭亡|登上).{0,4})"
    "|谁(?:发明|发现)了?|.{2,12}(?:的)?(?:主要)?(?:原料|成分|配料|作用|功能|好处|坏处|功效|副作用|用途|特性|寿命|产地)(?:是|有|$|[?？])"
    "|.{1,12}有(?:什么|哪些)(?:作用|好处|坏处|用途|功能|功效|特点"
    "|危害|种类)|.{2,12}(?:最好|正确|常见|有效)的(?:方法|方式|做法|办法|姿势)|哪[个座条种颗]?(?:国家|城市|动物|行星|元素|大洲|植物|语言"
    "|星球|山|河)|(?:切|吃|喝|闻|看|晒|跑步|运动|睡觉|打哈欠"
    "|打喷嚏)[^我他她]{0,6}为什么|水是.{1,8}(?:和|与)[^我他她]{1,12}(?:哪个更?[大高快重远长])|现在几点|今天(?:几号|星期几|周几)"
    "|怎么[煮烤折画叠系读念写]"
    "|[^我他她]{2,6}今天天气|§(?:的(?:作者|主角|主题|导演)|是谁写的|讲了?什么|主要讲)"
    "|(?:解释|科普)一?下?[^我你您他她咱们这那其小老阿]{2,8}$"
    "|.{0,8}(?:解释|介绍|科普|讲讲|概括)一?下?(?:什么是|.{1,8}(?:论|学|法|主义|定理|定律|效应|协议|算法|模式|机制|革命|战争)$)"
)
# Forms that name their subject as common knowledge themselves, names of strangers and all.
_SURE = re.compile(
    r"(?:what(?:'s| is| was|s)? (?:the )?)?(?:capitals? of|population of|currency of|difference between|meaning of|definition of"
    r"|plural of|opposite of"
    r"|boiling point of)\b|define \w+|rules of [a-z]+|what (?:does|do) an? [\w-]+(?: [\w-]+)? do\b|how many [a-z]+ (?:are|is"
    r"|were) (?:there )?(?:on|in) an? |what does \S+(?: \S+)? (?:mean|stand for)|who (?:invented|discovered|painted|composed)\b|(?:when"
    r"|where|why|how) (?:did|was|were) the [a-z]+ (?:sink|fall|collapse|erupt|invented|discovered|founded|go extinct)"
    r"|who wrote (?:§|[a-z]+ (?:and|of) |\w+$)|(?:(?:an?|some|two|three|four|five|ten|\d{1,2}) )?(?:more )?(?:synonyms?|antonyms?|rhymes?"
    r"|examples?) (?:for|of)\b|.{1,16}(?:的首都|的人口|的官方语言)|§的作者"
)
# Forms that ask for a meaning: nouns of work say nothing about one's own work here.
_DEFINE = re.compile(
    r"(?:define|what does .{1,50} (?:mean|stand for)|what do .{1,50} mean|what(?:'s| is|s)? the (?:meaning|definition|difference"
    r"|etymology|plural|opposite|purpose) (?:of|between|for)"
    r"|difference between|(?:what|who) (?:is|are|was|were) (?:an? )|what's an? |whats an? |compare an? |explain what (?:an? )?"
    r"|what an? .{1,40} is$)"
    "|什么(?:是|叫|叫做)|何为|何谓|.{1,24}(?:是|叫|有)?(?:什么|啥)意思|.{1,30}(?:的)?(?:概念|定义|含义|意思|全称|缩写|词源|反义词|近义词"
    "|同义词)(?:是|$|[?？])"
    "|.{1,16}(?:和|与|跟|同).{1,20}(?:有什么|有何|有啥|的|之间的?|有哪些)(?:主要)?(?:区别|不同|差别|差异|异同|关系)"
)
_BESIDE_HAN = re.compile(f"(?<=[{language.HAN}]) (?=[0-9])|(?<=[0-9%]) (?=[{language.HAN}])")  # blanks beside digits
_LEAD_CHARACTERS = 50  # a question that begins later is about what stands before it
_HOW_TO = re.compile(r"how to\b|how (?:do|can|should|would|could) (?:i|you|one|people)\b")
_INDEFINITE = re.compile(r"\b(?:an?|any|someone|something)\b")
_OWN_AFFAIR = re.compile(
    r"\b(?:book(?:ed|ing)?|order(?:ed)?|buy|send|pay|call|invite|meet|reach (?:him|her|them|you|out|support|someone)"
    r"|cancel|reschedule|contact|apply|reset|log ?in"
    r"|request (?:access|leave|time|a (?:day|refund))|submit|deploy|release|restart|connect|day off|holiday|vacation)\b|几点|什么时候有"
    r"|哪天有|有空"
    r"|约了|请假"
)

# Points at what comes along in the message itself.
_HERE = re.compile(
    r"\b(?:(?:this|these) (?:\w+ )?|the (?:following |above )?)(?:text|code|bug|error|problem|mistake|output|list|numbers|sentences?"
    r"|paragraph|email|mail|message|document|report|notes?|letter|table|function|file|script|query|log|config|page|article|abstract"
    r"|draft)\b|这[个段份封张篇条些几](?:文件|脚本|邮件|报告|文档)?"
)


def reason(message: Message, plain: str) -> Reason | None:
    """Why the message, `plain` without its frame, needs no memory; None where that is not sure."""
    head = plain if message.head == message.own else signs.framed(message.head)
    if _SUM.fullmatch(plain) or _COMPUTE.match(plain) or (not plain.isascii() and _COMPUTE.match(_BESIDE_HAN.sub("", plain))):
        return None if signs.any_in(_HERE.sub(" ", plain)) else Reason.COMPUTATION
    if _at_hand(message, plain, head):
        return Reason.CODE if message.code else Reason.TRANSFORM
    if _CODE.match(plain):
        return None if signs.any_in(plain.replace("脚本", "").replace("测试", "")) or world.strangers(message.cased) else Reason.CODE
    if _CREATIVE.match(plain):
        return None if signs.any_in(plain) or world.strangers(message.cased) else Reason.CREATIVE
    return Reason.GENERAL if _general(message, plain) else None


def _at_hand(message: Message, plain: str, head: str) -> bool:
    """Whether the request is about text or code that comes along."""
    if message.code:
        return not signs.pointing(_HERE.sub(" ", plain))
    if message.pasted and (_TRANSFORM.match(head) or (PASTED in head and _TRANSFORM.search(head))):
        return not signs.pointing(_HERE.sub(" ", head))
    return bool(_TRANSLATE_INLINE.match(plain)) and not signs.any_in(plain) and not world.strangers(message.cased)


def _general(message: Message, plain: str) -> bool:
    """Whether it is a question of common knowledge; the surer its form, the less must speak for it."""
    if signs.pointing(plain) or world.definite(plain) or world.strangers(message.cased):
        return bool(_SURE.match(plain)) and not signs.pointing(plain)
    if _DEFINE.match(plain) or _SURE.match(plain):
        return True
    if signs.any_in(plain):
        return False
    how_to = bool(_HOW_TO.search(message.own[:_LEAD_CHARACTERS]))
    asks = how_to or bool(_ASKS.match(plain)) or (not plain.isascii() and bool(_ASKS_ZH.search(plain)))
    if asks and world.knows(plain):
        return not _OWN_AFFAIR.search(plain)
    if _KNOWLEDGE.match(plain) or (not plain.isascii() and _KNOWLEDGE_ZH.match(plain)):
        return True
    if _BARE.match(plain) and not signs.at_work(plain):
        return True
    return how_to and bool(_INDEFINITE.search(plain)) and not signs.at_work(plain) and not _OWN_AFFAIR.search(plain)
