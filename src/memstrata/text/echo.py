"""Our own context blocks, taken out of text that comes back to us, so that what was recalled is never remembered anew."""

import re

# The elements that a rendered context is made of. Whoever renders a new one adds it here.
BLOCKS = ("memory", "user_profile", "project_context", "relevant_history", "experience", "recent_episodes")

# A tag as written, full width, or escaped once or several times; without a gap in front it may be cut off by the end
# of the text. All parts are bounded.
_TAG = re.compile(
    r"(?P<open><|＜|&(?:amp;){0,3}(?:lt|#0{0,4}60|#x0{0,4}3c);)"
    rf"(?P<gap>\s{{1,4}})?(?:(?P<slash>/)\s{{0,4}})?(?P<name>{'|'.join(BLOCKS)})(?![\w-])"
    r"(?:[^<>＜＞&]|&(?!(?:amp;){0,3}(?:[lg]t|#0{0,4}6[02]|#x0{0,4}3[ce]);)){0,500}?(?P<empty>/?)"
    r"(?:>|＞|&(?:amp;){0,3}(?:gt|#0{0,4}62|#x0{0,4}3e);|(?(gap)(?!)|\Z))",
    re.IGNORECASE,
)
_VISIBLE = re.compile(r"[^\n]")


def strip_blocks(text: str) -> str:
    """The text with every block of ours blanked out, line ends kept, so that all offsets still hold.

    A block runs from its first tag to the end tag of the same name that is escaped as often, over all that is nested in
    between; one that never ends runs to the end of the text. An end tag without a beginning is blanked alone.
    """
    parts: list[str] = []
    kept_until = 0  # up to here the text is in `parts`
    block: tuple[str, int] | None = None
    depth = 0
    for tag in _TAG.finditer(text):
        kind = tag["name"].lower(), _escapes(tag["open"])
        if block is None:
            parts.append(text[kept_until : tag.start()])
            kept_until = tag.start()
            block = kind
        if kind != block:
            continue
        depth += -1 if tag["slash"] else 0 if tag["empty"] else 1
        if depth <= 0:
            parts.append(_blank(text[kept_until : tag.end()]))
            kept_until, block, depth = tag.end(), None, 0
    rest = text[kept_until:]
    return "".join([*parts, rest if block is None else _blank(rest)])


def _escapes(bracket: str) -> int:
    """How often a bracket is escaped: 0 as written, 1 for `&lt;`, 2 for `&amp;lt;`; a full-width one is told apart by -1."""
    return {"<": 0, "＜": -1}.get(bracket, 1 + bracket.lower().count("amp;"))


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)
