"""Whether a message needs memory at all. No model: small talk, bare continuations and plain general requests need none."""

import re
from dataclasses import dataclass

_CLOSING = re.compile(r"[\s!！?？.。,，~～…:：;；)）(（\U0001f300-\U0001faff❤️👍🙏]+")
_SMALL_TALK = frozenset(
    "hi hello hey yo hiya howdy morning evening thanks thank thankyou thx ty cheers ok okay k kk cool nice great awesome perfect sure yes yep yeah "
    "no nope bye goodbye goodnight lol haha hahaha hmm wow welcome sorry please "
    "你好 您好 嗨 哈喽 早 早上好 早安 中午好 下午好 晚上好 晚安 谢谢 谢谢你 多谢 感谢 好 好的 好吧 行 可以 嗯 嗯嗯 哦 哈哈 哈哈哈 是 是的 对 对的 不 不是 没事 "
    "再见 拜拜 辛苦了 厉害 不错 太好了 收到 明白 明白了 知道了 了解 没问题 请 抱歉 对不起 在吗 "
    "継続".split()
)
_FILLER = frozenset(
    "there you very much so a lot all everyone again then the for your help me it to that is are how doing good today".split()
)
_CONTINUE = re.compile(
    r"(?:please\s+)?(?:go on|continue|carry on|keep going|proceed|next|more|and then|go ahead)|继续|接着(?:说|写|来)?|往下|下一步|然后呢|还有呢|请继续|接下来"
)
_GENERAL = re.compile(
    r"^(?:translate|define|spell|what(?:'s| is| are)\s+(?:\d|the (?:capital|meaning|definition|weather|time|square|distance|speed|population)\b)"
    r"|calculate|compute|convert|tell me a joke|why is the sky|who (?:invented|discovered|wrote|painted)|write (?:a|an) (?:poem|haiku|song|joke|limerick)\b"
    r"|翻译|(?:请)?(?:把|将).{0,40}翻译|(?:帮我)?写一?首|讲个笑话|(?:请)?解释一下什么是|计算|算一下|\d+\s*[-+*/×÷^]\s*\d+)",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"\b(?:my|mine|me|i|i'm|i've|our|ours|us|we|we're|remember|last time|yesterday|earlier|before|again|usual|favou?rite)\b"
    r"|我|咱|上次|昨天|之前|以前|记得|还记得|那个|老样子|照旧",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether to recall, and why."""

    recall: bool
    reason: str


def gate(text: str, new_session: bool) -> Gate:
    """The decision on a message. A new session recalls unless the message is blank or a bare greeting."""
    bare = _CLOSING.sub(" ", text.casefold()).strip()
    if not bare:
        return Gate(False, "blank")
    words = bare.split()
    if all(word in _SMALL_TALK or word in _FILLER for word in words) and any(word in _SMALL_TALK for word in words):
        return Gate(False, "small talk")
    if _CONTINUE.fullmatch(bare):
        return Gate(False, "continuation")
    if _GENERAL.match(bare) and not _PERSONAL.search(text):
        return Gate(False, "general knowledge")
    return Gate(True, "new session" if new_session else "may need memory")
