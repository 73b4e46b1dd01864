"""Words around a statement that change its standing: "remember that", "no, it's …, not …", "by the way"."""

from memstrata.remember.rules import lazy

_LEAD_EN = (
    r"(?:by the way|btw|fyi|for your information|for the record|just so you know|oh|ah|hey|hi|hello|hi there|hey there|good "
    r"(?:morning|afternoon|evening)|well|so|ok|okay|right|also|and|but|plus|anyway|anyways|"
    r"then|besides|in fact|as a matter of fact|to be (?:honest|clear|fair|precise)|honestly|frankly|look|listen|you know|"
    r"one more thing|another thing|speaking of which|on another note|quick note|note|heads up|"
    r"thanks|thank you|sure|yes|yeah|yep|yup|great|cool|nice|perfect|haha|lol|hmm|um|uh|let me tell you|i (?:should|wanted "
    r"to|want to|have to|must|just wanted to) (?:mention|say|add|tell you|note|let you know|point out)(?: that)?|"
    r"did i mention(?: that)?|as i said|like i said|as you know|as always|fun fact|update|quick (?:update|intro|"
    r"introduction|question aside|fact)|a (?:bit|little) about me|background|context|some (?:background|context)|important|"
    r"introduction|intro|about me|first of all|first|firstly|second|secondly|third|finally|lastly|"
    r"interestingly|unfortunately|sadly|luckily|fortunately|of course|obviously|naturally|apologies|sorry|oops|please "
    r"note(?: that)?|for context|good news|bad news|guess what|it turns out(?: that)?|turns out(?: that)?|nope|no worries|"
    r"never mind|maybe|perhaps|probably|possibly|i think(?: that)?|i guess|i believe(?: that)?|i suppose|not sure,? but|"
    r"since(?= (?:i|i'm|i've|we|we're|my)\b)|quick context(?: before we start)?|(?:some |a bit of |a little )?(?:context|"
    r"background)(?: first| before we start| on me)?|user(?=: ))"
)
# Words that open a clause also without a mark behind them; the others do so only before a mark or a blank.
_LEAD_ZH = (
    r"(?:对了|顺便(?:说一下|说一句|一提|提一下|说)?|那个|然后|而且|另外|还有|不过|但是|但|所以|其实吧|话说|话说回来|说起来|"
    r"跟你说(?:一下|个事)?|告诉你(?:一下|个事)?|我想说|我跟你说|先说一下|补充一下|说明一下|首先|其次|同时|并且|也就是说|总之|事实上|"
    r"实际上|说实话|老实说|毕竟|因为|由于|可能|也许|或许|大概|好像|我觉得|我感觉|我猜|估计|btw|fyi)"
)
_LEAD_ZH_MARKED = (
    r"(?:哦对|哦|噢|嗯+|啊|说到这(?:个|里)?|你知道吗|补充|提醒一下|先?自我介绍一下|介绍一下|喂|嗨|你好|您好|大家好|早|早上好|下午好|"
    r"晚上好|哈喽|好的|好|行|是的|对|没错|谢谢|谢啦|哈哈+|额|呃|背景是?|最后|第[一二三]点?|坦白说|不好意思|抱歉|更新一下|同步一下|"
    r"说一下|记录一下|通知|报告|好消息|坏消息|是这样的?|这样|题外话|我是说|说真的|说真|嗯?那个|先交代(?:一?下)?背景|"
    r"交代(?:一?下)?背景|先说下?背景|简单介绍下?(?:自己)?|我的情况|ok|hi|hello)"
)
_LEAD = lazy.Pattern(
    rf"\s*(?:{_LEAD_EN}(?![\w'])|{_LEAD_ZH}|{_LEAD_ZH_MARKED}(?=[\s,，、。!！:：~～]))"
    r"(?:\s*[,，、。.!！:：~～…\-–—]+\s*|\s+|(?<=[一-鿿]))|\s*[-*•·–—]\s+|\s*\d{1,2}[.)、]\s*|\s+"
)
_EXPLICIT_START = lazy.Pattern(
    r"\s*(?:(?:please|pls|hey|ok|okay|also|and|so|can you|could you|would you|i want you to|i need you to|i'd like you to|"
    r"you (?:should|must|need to)|always|just|kindly|now|hi|oh|btw|by the way|it's important to|important|let's)[,:! ]+)*+"
    r"(?:remember(?:,| that| to| this| the following| for (?:next time|later|the future)| about me)"
    r"*\s*[:,\-–—]*\s+(?!when\b|how\b|what\b|where\b|who\b|why\b|if\b|me\b(?! to)|last\b|the time\b|that time\b|our "
    r"(?:conversation|chat|talk)|you\b|us\b|those\b|once\b)"
    r"|(?:don't|do not|dont|never) let me forget(?: to| that|:|,)?\s+(?!it\b|this\b|that\b|about\b)"
    r"|(?:don't|do not|dont|never) (?:you )?(?:ever )?forget(?: that| to|:|,)?\s+(?!me\b|about\b|it$|it[.!])"
    r"|(?:make|take) (?:a )?note(?: that| of this|:| of the fact that| this| of)*\s*[:,]?\s+|note (?:that|down(?: that)?|to "
    r"self)\s*[:,]?\s+|note:\s+(?=\S+ \S+ \S+)|keep in mind(?: that|:|,)*\s+|bear in mind(?: that|:|,)*\s+"
    r"|(?:save|store|memori[sz]e|record|write down|jot down|log)(?: this| that| the following| the fact that| it| in "
    r"(?:your )?memory| to (?:your )?memory| for later| down)+\s*[:,\-–—]*\s+(?!file|function|code|image|output|as\b)"
    r"|for (?:future reference|later|next time|the future)\s*[,:]\s+|add (?:this )?to (?:your )?memory\s*(?:that|:|,)?\s+|"
    r"(?:commit|put) (?:this |that )?(?:to|in) (?:your )?memory\s*(?:that|:|,)?\s+|you should know(?: that)?[:,]?\s+|from "
    r"now on,? remember(?: that)?\s+)"
    r"|\s*(?:(?:到时候?|周[一二三四五六日天]|明天|后天|下周|月底)[，,]?)?(?:可|千万|一定)?(?:别|不要)让我忘(?:了|记|掉)?\s*[，,：:]?\s*"
    r"|\s*(?:(?:请|麻烦|麻烦你|你|帮我|给我|一定要?|务必|千万|要|那|好|对了|另外|还有|顺便|希望你|帮忙|以后|替我)[，,：:\s]*)*+"
    r"(?:(?:牢牢|永远|给我)?记住(?:了|啦|哦|一下|这一?点|一点|这个|下面|这件事|这条)*(?!吗|没)|记下来?(?:了|这个|这条|一下)"
    r"?|记一下(?:这个|这条)?|记录(?:一下|下来)(?:这个)?|存一下|保存一下|写进记忆|加(?:入|到)记忆|备注(?:一下)?(?=[：:，,])|"
    r"备忘(?=[：:，,])|(?:可|千万|一定)?(?:别|不要|不能|勿)忘(?:了|记|掉)?(?!我们|的话)|记得(?!你|上次|那次|当时|小时候|以前|吗|了吗|我们|"
    r"去年|第一次|很|不|清)|牢记|谨记|切记|mark一下|注意(?:一下)?[：:，,](?=.{4}))\s*[，,：:、。！!—-]*\s*"
)
_EXPLICIT_END = lazy.Pattern(
    r"(?:[,;.!]\s*|\s+(?=please|pls|so\b|and\b|do\b|you should|could you|can you))(?:(?:please |pls |so |and |do |you "
    r"should |could you |can you )*(?:remember|save|store|note|memori[sz]e|"
    r"keep|write|jot)(?: (?:that|this|it))?(?: (?:down|in mind|for (?:later|next time|the future|me)|in (?:your )?memory|"
    r"please))*|keep (?:that|this) in mind|don't forget(?: (?:that|this|it))?|make a note(?: of (?:that|this|it))?|for "
    r"future reference)\s*[.!]*\s*$"
    r"|[，,。；;！!\s]*(?:(?:请|麻烦|你|帮我|给我|要|可以|一定|千万|可|都|好好)*(?:记住|记下来?|记一下|记着|别忘(?:了|记)?|"
    r"不要忘(?:了|记)|记录一下|存一下|备注一下|记牢))(?:了|啦|哦|这一?点|这个|这件事|吧|它|好)*[。！!~～\s]*$"
)
# One of these words stands in whatever the two patterns that take long on a sentence could find.
_MEMORY_WORDS = ("remember", "save", "store", "note", "memori", "keep", "write", "jot", "forget", "for future reference", *"记忘存备")
_DENYING = ("not", "no longer", "rather than", "instead of", "不是", "而非", "不再是")
_CORRECTION = lazy.Pattern(
    r"\s*(?:(?:sorry|oops|no|nope|wrong|not quite|correction|wait|hold on|i was wrong|my mistake|my bad|that's (?:wrong|not "
    r"right|incorrect)|that is (?:wrong|not right|incorrect)|you(?:'re| are) wrong|you got (?:it|that) wrong|not exactly|i "
    r"misspoke(?: earlier| before)?|i made a mistake|scratch that|typo|let me correct (?:that|myself|this)|to correct (?:myself|that)|"
    r"i (?:said|told you|wrote) .{1,60}? (?:but|,) (?=i meant|it's|it is|that's|actually))(?:\s*[,.:;!—–-]+\s*|\s+(?=(?:it|"
    r"that|the|i|my|our|we|actually|sorry|you)\b))(?:(?:but|and|actually|it|i|sorry)[, ]+(?=actually|it|i|that|the|my))*)+(?=\S)"
    r"|\s*(?:不对|错了|不是(?=[，,。！!])|搞错了|说错了|我说错了|我搞错了|我记错了|记错了|弄错了|写错了|打错了|你(?:记|搞|"
    r"弄|说)错了|更正(?:一下)?|纠正(?:一下)?|订正|修正(?:一下)?|哦不|不不|不(?=[，,])|刚才说错了|口误|上面写错了|"
    r"之前说的?不对)\s*[，,。：:！!、\s]+(?:(?:是|我|其实)(?=我的))?"
)
_WEAK_CORRECTION = lazy.Pattern(r"\s*(?:actually|in fact|其实|实际上|准确(?:地|来)?说|确切(?:地)?说)\s*[,，:：]?\s*")
_NOT_OLD = lazy.Pattern(
    r"(?:[,;，；]\s*(?:and |but )?(?:not|no longer|and not)|,?\s+(?:rather than|instead of)|(?<=\d)\s+not(?=\s+\d))"
    r"\s+(?P<old>(?!only\b|just\b|sure\b|because\b|if\b|in the|yet\b|too\b)[^,;.，。]{1,40}?)(?:\s+(?:any ?more|anymore|as "
    r"(?:i|we) said(?: before| earlier)?|like (?:i|we) said.*|anymore))?[.!\s]*$"
    r"|(?:[，,；;]?\s*(?:而不是|而非)|[，,；;]\s*(?:并不是|不再是|不是))\s*(?P<old2>[^，,。；;吗]{1,24})(?:了)?[。！!\s]*$"
)
_OLD_FIRST = lazy.Pattern(
    r"\s*(?:(?P<t>[^，,。]{0,16}?)(?:现在|已经)?不是\s*(?P<old>[^，,。；;]{1,24})[，,]\s*(?:而是|应该是|现在是|是|改成|"
    r"改到)了?\s*(?P<v>[^，,。；;]{1,30}))"
    r"[。！!\s]*$|\s*(?:it's|it is|that's|that is) not (?P<old2>[^,;.]{1,30})[,;.]\s*(?:it's|it is|but|rather)"
    r"\s+(?P<v2>[^,;.]{1,40})[.!\s]*$"
)
_BARE = lazy.Pattern(
    r"\s*(?:(?:it|that|this)(?:'s| is| was| should be| should have been| has to be| must be| will be)|it should be|should "
    r"be|should have been|i meant(?: to say)?|i mean|make (?:that|it)|the (?:right|correct) (?:one|value|answer|number|port|"
    r"name|date) is|it's actually|(?:change|set|update) (?:it|that) to)(?: actually| really| now| supposed to be)"
    r"*\s+(?P<v>[^,;]{1,60}?)[.!\s]*$"
    r"|\s*(?:其实|实际上|准确(?:地|来)?说|正确的|现在|那个)?(?:应该?是|应为|应该(?:改成|改为|在|叫|用)|是|改成|改为|得是|"
    r"要改成|我(?:是说|指的是|的意思是))\s*(?P<v2>[^，,。；;]{1,30}?)[。！!\s]*(?:才对)?$"
)


def lead(clause: str) -> int:
    """Where the statement begins behind greetings, fillers and list marks; 0 for none."""
    at = 0
    while (match := _LEAD.match(clause, at)) and match.end() > at:
        at = match.end()
    return at


def explicit_start(sentence: str) -> int:
    """Where the content of "remember that …" or 记住… begins; 0 where it is not asked to be remembered."""
    skipped = lead(sentence)
    for at in (0, skipped):
        match = _EXPLICIT_START.match(sentence, at)
        if match is not None and match.end() > at:
            return match.end()
    return 0


def explicit_end(sentence: str) -> int:
    """Where a closing "remember that" or 记住了 begins; the length of the sentence where there is none."""
    match = _EXPLICIT_END.search(sentence) if any(word in sentence for word in _MEMORY_WORDS) else None
    return match.start() if match is not None and match.start() > 3 else len(sentence)


def correction(sentence: str) -> tuple[int, bool]:
    """(where the statement begins behind the marker of a correction, whether the marker is a strong one)."""
    match = _CORRECTION.match(sentence)
    if match is not None:
        weak = _WEAK_CORRECTION.match(sentence, match.end())
        return (weak.end() if weak else match.end()), True
    weak = _WEAK_CORRECTION.match(sentence)
    return (weak.end(), False) if weak else (0, False)


def denied_tail(sentence: str) -> tuple[int, str]:
    """(where ", not 8080" begins, "8080"); the length of the sentence and "" where there is none."""
    match = _NOT_OLD.search(sentence) if any(word in sentence for word in _DENYING) else None
    if match is None or match.start() == 0:
        return len(sentence), ""
    return match.start(), (match["old"] or match["old2"]).strip()


_ONLY_ORDER = lazy.Pattern(
    r"\s*(?:please |pls |so |and |do |you should |could you )*(?:remember|note|save|store|keep) (?:that|this|it)(?: (?:down|"
    r"in mind|please))*[.!\s]*$|\s*(?:请|麻烦|你|帮我|一定)*(?:记住|记一下|记下来?|别忘了)(?:了|哦|啦|这一?点|这个|这条|吧)*[。！!\s]*$"
)


def only_order(sentence: str) -> bool:
    """Whether it only asks to remember what was said before it."""
    return _ONLY_ORDER.match(sentence) is not None


def bare_correction(sentence: str) -> tuple[str, tuple[int, int], str, str]:
    """(new value, its place, old value, what it is about) of a correction: "it's 8081", 不是8080，是8081; empty for none.

    The last is "" where it names no attribute.
    """
    if match := _OLD_FIRST.match(sentence):
        group = "v" if match["v"] else "v2"
        old = (match["old"] or match["old2"] or "").strip().removesuffix("了")
        return match[group].strip(), match.span(group), old, (match["t"] or "").strip()
    end, old = denied_tail(sentence)
    if match := _BARE.match(sentence[:end]):
        group = "v" if match["v"] else "v2"
        return match[group].strip(), match.span(group), old, ""
    return "", (0, 0), "", ""
