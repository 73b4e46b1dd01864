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
        compiled = re.compile(self._source, self._flags)
        for method in ("search", "match", "fullmatch", "finditer", "findall", "split", "sub"):
            setattr(self, method, getattr(compiled, method))
        if name not in self.__dict__:
            raise AttributeError(name)
        return self.__dict__[name]
