"""Messages without a request: greetings, thanks, assent, laughter, and a bare "go on"."""

import re

from memstrata.text import language

_PIECES = re.compile(r"[\s!?.,~…:;()\[\]*_\-^\"、。，！？；：～—§\U0001f000-\U0001faff\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff]+")

# Words that make small talk, and words that may stand beside them.
_TALK = frozenset(
    """
    hi hello hey heya hiya yo howdy greetings morning evening afternoon goodmorning sup wassup thanks thank thx thnx thnaks thanx ty tysm
    cheers
    ok okay okey k kk cool nice great awesome perfect perfectly excellent brilliant fantastic wonderful amazing lovely sweet neat good
    fine sure
    yes yep yeah yup ya yea no nope nah bye goodbye cya later night goodnight lol lmao rofl haha hahaha hahahaha hehe heh hmm hm mhm ah
    oh ooh
    wow whoa welcome sorry oops gotcha understood noted right alright alrighty agreed exactly indeed congrats bravo yay ha rock rocks
    explaining clarifying np gg best solved fixed worked legend genius lifesaver ideal super superb terrific splendid noice hooray woohoo
    appreciated appreciate works worked sense helpful funny hilarious interesting worries problem roger deal fair
    """.split()
)
_BESIDE = frozenset(
    """
    there you u ur anyone home anybody around talk that it them him her speak catch later chat ttyl fixed helped did trick do done ready
    ok youve real huge big lot life saver job work so and but or at all this bit very much so a lot all everyone everybody again then the
    for your help me it to that thats taht tahts this is are was were how hows doing going today now and an one ones job work guess i im
    got get see sounds look looks think too really super pretty quite
    just please whats up day have had nice be take care much many more not bad enough my friend man dude buddy mate why go do lets well
    as always of course no alls been ton tons bunch million its youre absolutely totally definitely answer answers explanation
    made make sense makes m s re ll t dont mention will tomorrow soon see ya point
    """.split()
)
_TALK_ZH = re.compile(
    "你好|您好|大家好|嗨|哈喽|哈啰|喂|早上好|早安|早呀|早啊|早|中午好|下午好|晚上好|晚安|好梦|谢谢|多谢|感谢|谢啦|谢了|谢|好的|好滴|好哒"
    "|好嘞|好吧|好呀|好啊|好啦|好"
    "|行|可以|嗯|哦|噢|喔|哈|嘿|呵|嘻|是的|是|对的|对|没错|不是|没事|没关系|再见|拜拜|拜|辛苦|厉害|牛|不错|太棒|真棒|很棒|棒|收到|明白"
    "|知道|了解|懂|没问题|问题解决|抱歉"
    "|对不起|不好意思|在吗|在么|在不在|不客气|不用谢|帮大忙|帮了大忙|帮了我大忙|太好|完美|漂亮|优秀|有意思|有趣|逗|赞|加油|同意|没毛病|妥"
    "|成|搞定|你是谁|你叫什么|吃了吗|最近怎么样"
    "|下次聊|回头聊|回头见|明天见|改天聊|回见|随便聊聊|哇|天哪|天啊|恭喜|祝你|新年快乐|周末愉快|开心|高兴|非常|有帮助|帮助|你怎么样"
    "|今天天气不错|天气不错|就这样|就这么[办定]|照你说的|听你的|先这样|到此为止"
    "|原来如此|原来是这样|有道理|说得|说的|妙|有人吗|有人在吗|真行|真好|学到了|长见识|受教|受益匪浅|救命恩人|爱了|笑死|绝了|给力|靠谱"
    "|服了|佩服|点赞|没什么|没什么事|算了|打扰了|拜托|早点休息|周末快乐|生日快乐|节日快乐|中秋快乐|圣诞快乐"
    "|一切顺利|顺利|再说|有空再聊|我先忙|忙去了|下线了|睡了|我走了|可爱|聪明|真好|好用|爱你|好玩|终于|ok|okay|thanks|thx|bye|hi|hello|lol"
    "|yes|no|nice|cool|good|6+"
)
_BESIDE_ZH = re.compile(
    "[的了啦吧呀啊呢哦噢嘛吗滴哒哟喽诶呃额唉你您们我就都也太很真超挺最还又再那先请各位朋友大家今天一下 ]|这个答案|回答|解释|非常|十分|这样"
)

_PHRASES = re.compile(
    r"(?:(?:hi|hello|hey|ok|well|oh|and|so|thanks|lol|haha+|aww?)(?: there)? )?"
    r"(?:how(?: are| r) (?:you|u|things)(?: doing)?(?: today)?|how's it going"
    r"|how is it going|how do you do|what's up|who are you"
    r"|what are you|are you (?:there|a bot|human|real|ok|an ai)|what can you do|how can you help(?: me)?|what's your name|never mind"
    r"|nevermind|forget it|that's (?:all|it|enough)(?: for (?:now|today))?"
    r"|(?:that|this|it) (?:made|makes) (?:me (?:smile|laugh)|my day)"
    r"|nothing(?: else)?|i'm (?:done|back|here|good|fine)|be right back|brb|one (?:moment|second|sec)|let me (?:think|see|check)"
    r"|long time no see|nice to meet you|see you(?: \w+)?(?: then)?|testing|test|ping)(?: (?:thanks|thank you|bye))?"
)
_GO_ON = re.compile(
    r"(?:(?:ok|okay|yes|yeah|sure|please|and|so|now|great|good|cool|alright|right|then|well|thanks) )*"
    r"(?:go on|continue|continue on|carry on|keep going|keep it up|keep writing|proceed|next|next one|next step|the next one|next please"
    r"|more|some more|one more"
    r"|and then|then|then what|what then|go ahead|go for it|do it|do that|let's go|let's do it|and|so|resume|move on|finish it)"
    r"(?: (?:please|now|then|already|ok))*"
)
_GO_ON_ZH = re.compile(
    r"(?:好的|好|嗯嗯|嗯|行|可以|那|请你|请|那就|对|是的|你|再|麻烦|ok) ?(?:[,，。 ]*)(?:[,， ]*)"
    r"|继续往下|继续(?:说|写|讲|做|吧|下去|写下去|说下去|讲下去|执行|生成|输出)?|接着(?:说|写|讲|做|来)?|往下(?:说|写|讲|走)?|下一(?:步"
    r"|个|条|题|页|章|段)|然后|还有(?:吗|呢|没有)?|后来呢?|接下来"
    r"|就这么(?:做|办|定)|就这样(?:做|办)|照做|动手吧|开始吧|来吧|做吧|写吧|更多|再来(?:一个|点|一些|一条)?|[呢吧啊呀吗了 ]"
    r"|[,，。！？!?…~]+"
)
# A continuation that names its place, which the window must show.
_FROM_PLACE = re.compile(
    r"(?:please )?(?:continue|go on|carry on|keep going|proceed|resume|start|move on)(?: writing)? (?:from|with|at|to|where"
    r"|after)\b.{0,60}"
    r"|(?:(?:the|now the) )?next (?:one|part|\w+)(?: please)?|下一[个条题页章段步节首句部]?.{0,4}"
    r"|(?:请|那|再)?(?:从|由).{1,20}(?:继续|接着|往下|开始)(?:说|写|讲|做)?.{0,4}|(?:继续|接着)(?:写|讲|说|做).{0,10}"
)
_OFFERS = re.compile(
    r"(?:what|how) (?:can|may|could) i (?:do for|help|assist)(?: you)?(?: with)?(?: today)?|i'm here|you're (?:very |most )?welcome"
    r"|有什么(?:可以|能)?帮(?:到|助)?(?:你|您|忙)?的?|不客气"
)


_BARE_CHARACTERS = 40  # of a bare "go on" with its polite words
_TALK_CHARACTERS = 120


def blank(own: str) -> bool:
    """Whether nothing but signs and emoji is there."""
    return not (own.isascii() and own[:1].isalnum()) and not _PIECES.sub("", own)


def small(own: str) -> bool:
    """Whether the words (lower case) are small talk throughout."""
    if len(own) > _TALK_CHARACTERS:
        return False
    pieces = [piece for piece in _PIECES.split(own.replace("’", "'")) if piece]
    joined = " ".join(pieces)
    if _PHRASES.fullmatch(joined):
        return True
    if not language.has_han(own):
        words = [piece.replace("'", "") for piece in pieces]
        return (
            any(word in _TALK for word in words)
            and ("again" not in words or "me" not in words)
            and all(word in _TALK or word in _BESIDE for word in words)
        )
    left = _TALK_ZH.sub("", joined)
    return left != joined and not _BESIDE_ZH.sub("", left).strip()


def offers(own: str) -> bool:
    """Whether an assistant's turn only greets, thanks or offers help."""
    return small(own) or small(_OFFERS.sub("ok", own))


def goes_on(own: str) -> bool:
    """Whether it only says to continue."""
    if len(own) > _BARE_CHARACTERS:
        return False
    if language.has_han(own):
        return not _GO_ON_ZH.sub("", own)
    return bool(_GO_ON.fullmatch(" ".join(piece for piece in _PIECES.split(own) if piece)))


def goes_on_from(own: str) -> bool:
    """Whether it says to continue from a place that the window shows."""
    return bool(_FROM_PLACE.fullmatch(own.strip(" .。!！")))
