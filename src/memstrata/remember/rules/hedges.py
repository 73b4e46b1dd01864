"""Words that only hedge, or name who said it: blanked out before a clause is read, so that a guess is read like what is said.

All functions take folded lower-case text. How far a hedged clause is believed is decided in `guards`.
"""

from memstrata.remember.rules import lazy

_OWN = r"(?=,? (?:i|i'm|my|our|we|the)\b)"
_RECALL = (
    r"if (?:memory serves(?: me(?: right| well)?)?|i (?:remember|recall)(?: correctly| right(?:ly)?| well)?|"
    r"i'm not (?:mistaken|wrong))"
)
_PLACES_ZH = r"(?:文档|说明书?|手册|邮件|报告|帖子|博客|书|网页?)(?:[里上中]面?)?(?:说|写着?的?|提到|讲)(?:的是)?"
_OTHERS_ZH = (
    r"我?(?:的|家)?(?:老板|领导|医生|同事|朋友|邻居|老师|室友)们?(?:都|总|老|也|就)?"
    r"(?:说(?![话明法服])|觉得|认为|告诉我|以为|怀疑)"
)
_FRAME = lazy.Pattern(
    r"\b(?:i (?:think|guess|suppose|believe|assume|reckon|suspect|imagine|feel like|have a (?:feeling|hunch))(?: that)?"
    rf"{_OWN}|(?:it|that) (?:seems|looks like|sounds like)(?: that| like)?{_OWN}|(?:it )?could be that|chances are(?: that)?|"
    r"there's a (?:good )?chance(?: that)?|(?:i'm )?(?:fairly|pretty|almost|quite) sure(?: that)?|my (?:best )?guess is(?: that)?|"
    rf"{_RECALL}|last i checked|apparently|allegedly|supposedly|rumou?r has it(?: that)?|according to (?:the|my|our) [a-z]+,|"
    r"^\W{0,3}(?:my |the |our )?[a-z]+ (?:says|said|claims|claimed|thinks|told me|told us|insists)(?: that)?"
    rf"{_OWN}|probably|possibly|presumably|likely|kind of|sort of)\b"
    r"|(?:如果|要是)?我?没记错的?话?|印象[中里]|我?记得好像|八成是?|十有八九是?|搞不好|说不准|我?怀疑|多半是?|"
    rf"应该是(?=对|在|有|住|叫)|我猜|我估计|据说|听说|据称|有人说|{_PLACES_ZH}|{_OTHERS_ZH}"
)
_MODAL = lazy.Pattern(
    r"\b(?:might|may|could) (?:also |still |even )?be\b|\b(?:might|may)(?= (?:have|like|prefer|love|need|work|live|own)\b)"
)
_ALONE = lazy.Pattern(
    r"[\W_]*(?:(?:and|but|so|though|还|不过|但|我|也)[\W_]*)*(?:i could be wrong|don't quote me(?: on (?:it|this|that))?|"
    r"(?:i'm )?not (?:a )?(?:hundred|100) ?(?:percent|%) ?(?:sure|certain)?|"
    r"(?:i'm )?not (?:so |really |entirely |totally )?(?:sure|certain)|"
    r"i (?:think|guess|suppose|believe|reckon|suspect)|maybe|perhaps|probably|possibly|apparently|give or take|"
    rf"i (?:don't|can't) (?:quite |really )?remember(?: exactly)?|{_RECALL}|last i checked|who knows|or so i think|"
    r"(?:我)?(?:不太?|不敢|不大)(?:确定|肯定|清楚|记得)|记不(?:太|大)?清楚?了?|(?:如果|要是)?没记错的话|"
    r"(?:好像是?|大概|可能|应该|也许)吧?|说不准|拿不准)[\W_]*"
)


def found(clause: str) -> bool:
    """Whether there is anything to blank out."""
    return _FRAME.search(clause) is not None or _MODAL.search(clause) is not None


def bare(plain: str) -> str:
    """The text at its length without its hedges; "might be" reads as "is"."""
    text = _MODAL.sub(lambda match: ("is" if match[0].endswith("be") else "").ljust(len(match[0])), plain)
    return _FRAME.sub(lambda match: " " * len(match[0]), text)


def alone(clause: str) -> bool:
    """Whether the clause says nothing but that the ones beside it are guessed: "I could be wrong", 我不太确定."""
    return _ALONE.fullmatch(clause) is not None
