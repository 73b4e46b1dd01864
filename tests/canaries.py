"""What tests tell as secrets, and a handler that hears every log for them."""

import logging

CANARIES = (
    "hunter2",
    "Xy!9",
    "secretword",
    "quokka",
    "wombat-4471",
    "canary-secret-7f3a",
    "金丝雀暗号",
    "Ab3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5hJ7k",
    "4111111111111111",
    "11010519491231002X",
)
_NAMELESS = logging.Formatter("%(message)s")


class Hearing(logging.Handler):
    """Keeps what was logged with a canary in it: the logger's name and the text, the traceback included."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.leaked: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = f"{_NAMELESS.format(record)} {record.args!r}"
        if any(canary in text for canary in CANARIES):
            self.leaked.append(f"{record.name}: {text[:500]}")
