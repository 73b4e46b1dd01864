"""A regular expression that is compiled when it is first used: those who only read memory never pay for the rules that write it."""

import re
from collections.abc import Callable, Iterator


class Pattern:
    """Like the compiled pattern of `source`; what it can do is bound on first use, so that later calls cost nothing more."""

    search: Callable[..., re.Match[str] | None]
    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    split: Callable[..., list[str]]
    sub: Callable[..., str]

    def __init__(self, source: str, flags: int = 0) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(_factored(self._source), self._flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub"):
            setattr(self, method, getattr(compiled, method))
        if name not in self.__dict__:
            raise AttributeError(name)
        return self.__dict__[name]


def _factored(source: str) -> str:
    r"""`\ba|\bb|c` as `\b(?:a|b)|c`: the engine then asks once at each place whether a word begins there, not once for each choice."""
    choices = _choices(source)
    words = [choice[2:] for choice in choices if choice.startswith(r"\b")]
    if len(words) < 2 or any(choice.startswith("(?") and choice[2:3].isalpha() for choice in choices):
        return source
    return "|".join([rf"\b(?:{'|'.join(words)})", *(choice for choice in choices if not choice.startswith(r"\b"))])


def _choices(source: str) -> list[str]:
    """The alternatives at the top of the pattern."""
    found, depth, inside, begin = list[str](), 0, False, 0
    marks = iter(re.finditer(r"\\.|\[\^?\]?|[\]()|]", source))
    for mark in marks:
        sign = mark[0]
        if inside:
            inside = sign != "]"
        elif sign.startswith("["):
            inside = True
        elif sign == "|" and depth == 0:
            found.append(source[begin : mark.start()])
            begin = mark.end()
        else:
            depth += (sign == "(") - (sign == ")")
    return [*found, source[begin:]]
