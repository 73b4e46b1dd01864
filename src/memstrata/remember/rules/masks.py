"""What of a message is the user's own prose: recalled blocks, code, logs, quotes and pasted matter are blanked out.

Every function keeps the length of the text, so that offsets into the message still hold.
"""

import re

from memstrata.remember.rules import lazy
from memstrata.text import echo

MAX_LINE_CHARACTERS = 1500  # longer lines are pasted data
MAX_QUOTED_NAME = 24  # a short quote is a name or a value ("the branch is 'trunk'"), a longer one somebody's words

_FENCE = lazy.Pattern(r"(?:```|~~~)[\s\S]*?(?:```|~~~|\Z)")
_INLINE = lazy.Pattern(r"`([^`\n]{1,200})`")
_TRACE = lazy.Pattern(r"Traceback \(most recent call last\)[\s\S]*?(?=\n\s*\n|\Z)")
_NOISE_LINE = lazy.Pattern(
    r"\s*(?:>|[$#%]\s+\S|>>>|\.\.\.\s|\+{3}|-{3}\s|@@|diff --git|at [\w.$<>]+\(|File \"|Caused by|[{}\[\]<]|//|/\*|#include|#!|\|"
    r"|\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[\d\d|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE|CRITICAL)\b|npm |pip |git |"
    r"docker |kubectl |curl |sudo |SELECT |INSERT "
    r"|(?:def|class|import|from|const|let|var|function|return|public|private|func|fn|struct|async|export)"
    r"\s+[\w{*]+\s*[({=:;.<]|\w+(?:Error|Exception)\b"
    r"|(?:https?|ftp)://\S+\s*$|(?:user|assistant|system|用户|助手)\s*[:：]\s|\s*[\w.]+\s*=\s*\S+\s*;?\s*$|/[a-z][\w-]*(?:\s|$))"
)
_CODE_SIGNS = lazy.Pattern(r"[{};]\s*$|=>|==|!=|&&|\|\||\(\)|::|->|</\w|\w\[\w+\]|\$\{|\\n")
_QUOTES = lazy.Pattern(
    r"“([^”\n]{1,400})”|「([^」\n]{1,400})」|『([^』\n]{1,400})』|\"([^\"\n]{1,400})\"|(?<![\w])'([^'\n]{1,400})'(?![\w])|"
    r"‘([^’\n]{1,400})’(?![A-Za-z])"
)
_SPOKEN = lazy.Pattern(
    r"(?:\b(?:says?|said|saying|wrote|writes?|reads?|replied|told|asked|answered|quote|translate|phrase|sentence|text|"
    r"string|message|title|called it|titled|prints?)\b"
    r"|说|写道|写着|问|答|道|翻译|句子|原文|标题|台词|歌词|所谓|念作|打印|显示)[^\"“「『']{0,20}$",
    re.IGNORECASE,
)


def prose(text: str) -> str:
    """The text with all that is not the user's own prose as blanks."""
    bare = echo.strip_blocks(text) if "<" in text or "＜" in text or "&" in text else text
    if "```" in bare or "~~~" in bare:
        bare = _FENCE.sub(_blank, bare)
    if "Traceback" in bare:
        bare = _TRACE.sub(_blank, bare)
    if "`" in bare:
        bare = _INLINE.sub(_inline, bare)
    bare = "".join(_line(line) for line in bare.splitlines(keepends=True)) if _needs_lines(bare) else bare
    return _unquoted(bare)


def _needs_lines(text: str) -> bool:
    return "\n" in text or len(text) > MAX_LINE_CHARACTERS or _NOISE_LINE.match(text) is not None or _CODE_SIGNS.search(text) is not None


def _line(line: str) -> str:
    noisy = len(line) > MAX_LINE_CHARACTERS or _NOISE_LINE.match(line) or len(_CODE_SIGNS.findall(line)) > 1
    return re.sub(r"[^\r\n]", " ", line) if noisy else line


def _inline(match: re.Match[str]) -> str:
    """A name or a number in backticks stays, code in backticks goes."""
    inside = match[1]
    return f" {inside} " if len(inside) <= 80 and not re.search(r"[(){};=]", inside) else _blank(match)


def _unquoted(text: str) -> str:
    if not any(mark in text for mark in "\"“「『'‘"):
        return text
    return _QUOTES.sub(lambda match: _quote(match, text), text)


def _quote(match: re.Match[str], text: str) -> str:
    """A short quote stays without its marks, unless somebody says or translates it."""
    inside = next(group for group in match.groups() if group is not None)
    short = len(inside) <= MAX_QUOTED_NAME and len(inside.split()) <= 3 and not re.search(r"[，。！？,.!?]\S|我|\bI\b", inside)
    if short and not _SPOKEN.search(text[max(0, match.start() - 40) : match.start()]):
        return f" {inside} "
    return _blank(match)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\r\n]", " ", match[0])
