"""Whether a statement denies or ends what it speaks of. 别忘了, 不仅, 不得不, 无锡 and "do not forget" deny nothing."""

import re

from memstrata.text import fold

MAX_CHARACTERS = 1000

# Words with a negation in them that negate nothing.
_HARMLESS = re.compile(
    r"\b(?:do not|don't|dont|never) forget\b"
    r"|\b(?:not|don\'t|doesn\'t|didn\'t) (?:only|just|merely|simply)\b|\bno (?:problem|worries|doubt|wonder|later "
    r"than|sooner than|matter)\b"
    r"|\b(?:can't|cannot|can not) (?:help|wait|live without|get enough)\b|\bwhy not\b|\bif not\b|\bor not\b|\bnot to "
    r"mention\b|\bno\.? ?\d+\b|\bno one but\b|\bnothing but\b|\bnot until\b|\bwon't forget\b"
    r"|(?:别|不要|千万别|勿|莫|请勿|没|不会|不能)忘(?:了|记|掉)?|不仅(?:仅|是)?|不但|不只(?:是)?|不光(?:是)?|不单(?:是)?|"
    r"不得不|不能不|不可不|不会不|不是不"
    r"|不得已|不过(?![敏期关滤户审问度瘾去来])|不一会|不久|不断|不少|不管|不论|不如|不同|不错|不妨|不愧|不禁|不由得|不小心|不好意思|不客气|差不多|"
    r"了不起|对不起|要不(?!要)|忍不住|巴不得|恨不得"
    r"|无锡|无线|无糖|无人机|无论|无非|无限|无比|无所谓|无印良品|无花果|无障碍|无服务器|无状态|非洲|非常|非得|除非|无意间|"
    r"莫非|莫斯科|莫干山|别墅|别人|别的|特别|分别|区别|类别|级别|性别|个别|识别|告别|没错|没关系|没问题|没事"
)
_EN_NEGATION = re.compile(
    r"\b(?:not|never|no longer|cannot|neither|nor|without|none of|nobody|nothing|hardly ever|rarely|isn't|aren't|wasn't|weren't|ain't|"
    r"(?:do|does|did|can|could|won|would|should|must|has|have|had|need|wo)n't|can't|dont|doesnt|didnt|cant|wont|isnt|arent)\b|\bn't\b"
    r"|\bno (?=[a-z])"
)
_ZH_NEGATION = re.compile(
    r"不(?!$)|没有?|(?<![分特区级类性个识告])别(?!$)|未(?!来|必|婚)|无(?!$)|勿|莫(?=要|忘|提|说|问|怪|急|慌|再|碰|用|去|让|把)|禁止|严禁|非(?=本|必)"
)
_EN_DISLIKE = re.compile(
    r"\b(?:hates?|hated|dislikes?|detests?|loathes?|despises?|avoids?|allergic to the idea|can't stand|cannot stand|can't "
    r"bear|couldn't stand|not a (?:big )?fan|sick of|tired of|fed up with)\b"
)
_ZH_DISLIKE = re.compile(r"讨厌|厌恶|反感|受不了|恨(?!不得)|嫌弃|忌口|戒了|戒掉")
_ENDED = re.compile(
    r"\bno longer\b|\bused to\b(?! (?:it|the|this|that|being|working|living))|\b(?:not|n't)\b.{0,60}\bany ?more\b|"
    r"\bformerly\b|\bstopped \w+ing\b|\bquit\b|\bgave up\b|\bgiven up\b|\bno more\b|\bleft (?:the company|my job)\b|\bex-"
    r"|不再|再也不|已经不|早就不|现在不|早不|以前(?!的)|曾经|过去(?=是|在|住|喜)|离职|辞职|辞掉|戒了|戒掉|不干了|不做了|"
    r"不用了|不住.{0,12}了|不在.{0,20}了|不[吃喝玩学练用养].{0,12}了"
)


def negated(text: str) -> bool:
    """Whether the statement as a whole is denied: an odd number of negations, harmless ones left out.

    Dislike counts as a denial of liking, so "I hate tofu" and "I don't like tofu" agree, and "I don't hate tofu" does not.
    """
    return count(text) % 2 == 1


def count(text: str) -> int:
    """How many words of the first thousand characters deny: negations and verbs of dislike."""
    plain = _HARMLESS.sub(" ", fold.fold(text[:MAX_CHARACTERS]).lower())
    dislikes = len(_EN_DISLIKE.findall(plain)) + len(_ZH_DISLIKE.findall(plain))
    bare = _EN_DISLIKE.sub(" ", plain)
    return dislikes + len(_EN_NEGATION.findall(bare)) + len(_ZH_NEGATION.findall(bare))


def ended(text: str) -> bool:
    """Whether the statement says that something was so and is so no more: "used to", "no longer", 已经不…了, 不再."""
    return _ENDED.search(fold.fold(text[:MAX_CHARACTERS]).lower()) is not None
