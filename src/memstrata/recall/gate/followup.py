"""Messages that lean on the turns before them, and questions that those turns answer."""

import re
from collections.abc import Sequence

from memstrata.recall.gate import signs, talk
from memstrata.text import analyze, fold

_LOOKED_AT = 12  # turns of the window's end in which an answer is looked for
_TURN_CHARACTERS = 1200
_SHORT_WORDS = 14
_SHORT_HAN = 24

# How an answer is to look, to be tried again or said otherwise: leans on the window alone.
_FORM = re.compile(
    r"(?:(?:no|yes|ok|okay|hm+|great|nice|good|cool|thanks|but|and|now|well|also|please|then)[,.!]? )*"
    r"(?:(?:a (?:bit|little) |much |even |slightly |way )?(?:shorter|longer|simpler|slower|faster|louder|clearer|more \w+|less \w+"
    r"|fewer \w+)\b"
    r"|(?:too|not so|not that) \w+|(?:in|as|using|with|without|like) (?:an? |the |more |fewer |less |plain "
    r"|simple )?[\w-]+(?: [\w-]+)?(?: please)?$"
    r"|(?:(?:can|could|would|will) you )?(?:please )?(?:just )?(?:make|explain|expand|shorten|elaborate|rephrase|simplify|translate|use"
    r"|try|add|remove|change|replace|show|give|repeat"
    r"|format|put|say|redo|retry|undo|rewrite|turn|write|list|sort|clarify|keep|skip|drop|fix|check|convert|do|number|describe"
    r"|summari[sz]e)\b"
    r"(?: me)?(?:(?: \S+){0,5} (?:it|that|this|them|again|instead|too|shorter|longer|simpler|(?:an?|another|one more|two|some|more|fewer"
    r"|less) (?:\w+ )?(?:examples?|details?|words?|lines?|sentences?|paragraphs?|bullets?|bullet points|points)"
    r"|(?:first|second|third|fourth|last|next|previous|1st|2nd|3rd) (?:\w+ )?(?:one|point|step|part|line|paragraph|sentence|item|option"
    r"|example|reason|bullet|section|function|example))| (?:it|that|this|them|again|more|further|point|step) ?\d*)\b"
    r"|(?:another|one more|again|once more|retry|redo|undo|rephrase|elaborate|expand|shorten|simplify|example|examples|details"
    r"|more detail\w*)\b.{0,24}$"
    r"|i (?:still )?(?:don't|do not|didn't|did not|can't|cannot) (?:understand|get|see|follow)\b|(?:that|this|it) (?:still )?(?:doesn't"
    r"|didn't|does not|did not|isn't|is not|won't) (?:\w+)"
    r"|(?:i|we)(?:'m)? (?:still )?(?:got|get|getting|see|have) (?:an? |the )?(?:\w+ ?)?error|(?:are you sure|really|is that (?:right|true"
    r"|all|correct)|that's (?:wrong|not right|not what i meant|incorrect))"
    r"|what do you mean|(?:which|what) (?:one|ones|line|step|part|point)\b)"
    "|(?:不|嗯|好的?|那|再|请|但|行|可以|能|能不能|可不可以|太|有点|稍微|麻烦)*(?:太.{1,3}了|[短长简详细清楚慢快][一点些短单洁细]|简洁"
    "|简短|详细|具体|展开|举.{0,3}例|换[成个种一]|改[成用为一短长]|加[上个一点]"
    "|删掉?|去掉|重[写来试新做]|再[试来写说解讲]|试一?次|翻译"
    "|用.{1,8}(?:说|写|形式|语|文|表示|再)|写[长短成]|说[清慢]|总结|列[成出表]|分点|缩短|扩展|润色|继续)"
    "|.{0,8}(?:没看懂|看不懂|没懂|不懂|没明白|不明白|不太明白|不理解|没理解)|(?:还是|这个?|那|好像|似乎|感觉|嗯|看起来|,|，)*(?:不行|不对"
    "|错了|报.{0,12}错|报.{0,14}error|没用|不工作|跑不通|运行不了"
    "|出错了)|(?:你?(?:确定|肯定)|真的|是吗|是这样|什么意思)"
    "|(?:解释|展开|说说|讲讲|详细)?.{0,3}第?[一二三四五六七八九十\\d最][后]?[一个]?(?:点|步|条|个|段|句|项|部分|行|题|种"
    "|例子)(?:.{0,4}(?:展开|详细|解释|说说|讲|什么意思|怎么|为什么|没|不|再|是什么))"
)
# What goes on asking about the subject of the turns before: needs memory if those did.
_SUBJECT = re.compile(
    r"(?:(?:and|but|or|so|then|also|ok|okay|hm+),? )*(?:why(?: not| so| is that| that)?|why not .{1,40}|(?:what|and|but) if .{1,50}"
    r"|is there .{1,40}|how so|how come|since when|where|when|who|how|which|what else|anything else|what(?:'s)? next|what for|really"
    r"|for example|such as|like what"
    r"|(?:what|how) about .{1,40}|and (?:(?:in|on|for|by|at|if|with|as|the|an?|its|his|her|their|your|what|how|why|when|where|who|which"
    r"|now|then)\b.{1,40}|\w+(?: \w+)?)"
    r"|(?:how|what|when|where|why|who|which)(?:'s)? (?:does|do|did|is|are|was|were|can|would|will|could|should|has|about)? ?(?:it|that"
    r"|this|they|those|these|he|she|its|his|her|their|there)\b.{0,60}"
    r"|(?:does|is|will|would|can|could|should|did|do|are|was|were|has|have) (?:it|that|this|they|these|those|he|she|there|you)\b.{0,60}"
    r"|(?:it|that|this|these|those|they) \w+.{0,60})[ ?.!]*"
    "|.{1,14}呢|(?:为什么|为啥|怎么会|怎么说|所以|比如|例如|然后|如果|要是|假如|那如果|那要是|还有别的|还有其他|还有什么|为何"
    "|何以).{0,20}|(?:那|这)?(?:它|他|她|这|那|这个|这样|那样|其)(?:们)?(?:的|是|会"
    "|有|能|和|跟|为|怎|要|可|在|适|需|一定|该|用|算|还).{1,24}"
)
_NOT_ASKED = re.compile(
    r"\b(?:send|book|order|call|email|deploy|open|run|remind|schedule|buy|pay|invite|push|merge|restart)\b|发给|打开|预订|订一|打电话"
    r"|提醒"
)

_LONG_WORD = re.compile(r"(?<![a-z])(?!(?:your|usual|last|before|again|always|same|mine|ours)\b)[a-z]{4,}(?![a-z])")

# A question word and what an answer to it has beside the words of the question.
_MONTHS = (
    "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon|midnight|tomorrow"
    "|today|half past"
)
_NUMBERS = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred"
_ANSWERS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(question), re.compile(answer))
    for question, answer in (
        (
            r"\bhow (?:old|many|much|long|tall|far)\b|\bwhich (?:port|version|number|room)\b|\bwhat (?:port|version|number|room)\b"
            r"|\bwhat(?:'s| is| was) \S+ \S*(?:port|version|number|age)\b"
            "|多少|几[岁个号楼点次]|多大|多长|多高|哪个(?:端口|房间|版本)",
            rf"\d|\b(?:{_NUMBERS})\b|[一二三四五六七八九十百千两]+(?:[个岁年号点次块元]|$)",
        ),
        (
            r"(?:what|which)(?: \w+)? did (?:i|you) (?:just )?(?:say|tell|call|name|mention)|我(?:刚才|刚刚)?说的?",
            r"\b(?:is|are|was|were|be|called|named)\b|[:=]|是|叫|为|要",
        ),
        (
            r"\bwhen\b|what (?:time|day|date)|什么时候|几点|哪天|几号|何时|周几|星期几",
            rf"\d|\b(?:{_MONTHS})\w*|周[一二三四五六日]|[一二三四五六七八九十两]+(?:点|号|月)",
        ),
        (r"\bwhere\b|哪[里儿]|什么地方|哪个(?:房间|城市|地方)", r"\b(?:in|at|on|near|under|behind)\b|在|住"),
        (r"\bwho\b|谁|\bname\b|\bcalled\b|叫什么|名字", r"\b(?:is|called|named|name|are)\b|叫|是|名"),
    )
)
_ASKS = re.compile(
    r"\b(?:what|what's|whats|which|where|when|who|who's|how|name|called|old|is|are|was|were|do|does|did|said|say|told|tell|mention"
    r"|mentioned|again|just|now|number|time|day"
    r"|one|many|much|long|the|a|an|my|our|your|his|her|their|i|you|we|it|that|of|for|to|in|on|at|have|has|'s)\b"
)
_ASKS_ZH = re.compile(
    "我们的?|我家?的?|你|刚才|刚刚|说过?的?|告诉|提到|来着|是|叫|什么|怎么样|多少|几[岁个号楼点次]?|多大|在|哪[里儿个天]?|名字|谁|呢|吗"
    "|了|的|啊|有|吧|现在|再|时候|何时|周几|地方|还记得|记得"
)
_LISTED = re.compile(
    r"\bthe (?:first|second|third|fourth|fifth|last|next|1st|2nd|3rd|4th) (?:\w+ )?(?:item|point|step|thing|one|option|example|reason"
    r"|entry|name|word|line)\b"
    "|第[一二三四五六七八九十\\d]+(?:个|样|条|点|步|项|件|种)(?:东西|选项|例子|原因|步骤)?(?:是|叫|有)?(?:什么|啥|哪)"
)
_LIST = re.compile(r"[^,，、;；\n]{1,40}(?:[,，、;；\n][^,，、;；\n]{1,40}){2,}")
_JUST_SAID = re.compile(
    r"\b(?:did you just|you just|you (?:said|mentioned) (?:just|a (?:moment|second|minute) ago)|what did you (?:just )?(?:say|mean))\b"
    r"|你(?:刚才|刚刚|刚)(?:说|提|讲)"
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；;])|\n")
_QUESTION = re.compile(r"[?？]\s*$|[吗呢]\s*$")


def leans(own: str, window: Sequence[str]) -> bool:
    """Whether `own` (lower case) is a short follow-up whose subject the window shows, and that subject needed no memory."""
    text = own.strip(" .!?。！？~")
    if not window or not _short(own) or _NOT_ASKED.search(own) or not _subject(window):
        return False
    if _FORM.match(text):
        return not signs.any_in(_without_speaker(_fresh(text, window)))
    if _SUBJECT.fullmatch(text):
        return not signs.any_in(_fresh(text, window)) and not any(signs.owning(_spoken(turn)) for turn in window[-2:])
    return False


def answered(own: str, window: Sequence[str]) -> bool:
    """Whether a turn of the window states what `own` asks, or holds what it points at."""
    if not window or not _short(own):
        return False
    turns = [fold.fold(turn[:_TURN_CHARACTERS]).casefold() for turn in window[-_LOOKED_AT:]]
    if _LISTED.search(own):
        return any(_LIST.search(turn) for turn in turns)
    kind = next((answer for question, answer in _ANSWERS if question.search(own)), None)
    said = _JUST_SAID.search(own)
    if kind is None and said is None:
        return False
    about = _content(own)
    if not about:
        return False
    sentences = [sentence for turn in turns for sentence in _SENTENCE_END.split(turn) if sentence and not _QUESTION.search(sentence)]
    return any(about <= _terms(sentence) for sentence in sentences if said or (kind is not None and kind.search(sentence)))


def _fresh(text: str, window: Sequence[str]) -> str:
    """The words but for the longer ones that the last exchange has said: "the list" points at the list in the window."""
    said = frozenset(_LONG_WORD.findall(" ".join(fold.fold(turn[:_TURN_CHARACTERS]).casefold() for turn in window[-2:])))
    return _LONG_WORD.sub(lambda match: " " if match[0] in said else match[0], text)


def _without_speaker(text: str) -> str:
    """The words without those that speak of the talk itself: "I don't understand", "I get an error", "again"."""
    return _SPEAKER.sub(" ", text)


_SPEAKER = re.compile(
    r"\bi (?:still )?(?:don't|do not|didn't|did not|can't|cannot) (?:understand|get|see|follow)|\bi(?:'m)? (?:still )?(?:got|get|getting"
    r"|see|have) an?\b|\bi meant?\b|\b(?:again|once more|still|for me|give me|show me|tell me|before)\b|the same|再次|仍然|前面|我(?:没"
    r"|不|看)|给我"
    r"|跟我"
)


def _short(own: str) -> bool:
    return len(own.split()) <= _SHORT_WORDS and len(own) <= 90 if own.isascii() else len(own) <= _SHORT_HAN + 12


def _subject(window: Sequence[str]) -> bool:
    """Whether the last exchange speaks of anything."""
    return any(not talk.offers(fold.fold(turn[:200]).casefold()) for turn in window[-2:])


def _spoken(turn: str) -> str:
    return signs.framed(fold.fold(turn[:_TURN_CHARACTERS]).casefold())


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyze.terms(text))


def _content(own: str) -> frozenset[str]:
    """What the question is about: its index terms without the words of asking."""
    bare = _ASKS_ZH.sub(" ", own) if not own.isascii() else _ASKS.sub(" ", own)
    terms = analyze.terms(bare)
    return frozenset([term for term in terms if not term.startswith(analyze.QUIET)] or terms)
