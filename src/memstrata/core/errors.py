"""Every error that memstrata raises.

MemstrataError
├── InputError (ValueError)      what the caller passed; the message says what to pass instead
│   ├── ScopeError               no user, or an id that cannot be one
│   ├── FilterError              a filter that no store could answer
│   ├── TimeError                a naive or unreadable time
│   ├── TooLargeError            a message above the limit
│   └── BudgetError              the last user message alone exceeds the budget
├── ConfigError                  settings, URLs, missing extras
├── NotFoundError (LookupError)  an id that names nothing in this scope
├── ConflictError                the same id with other content, or a version that has moved on
├── StoreError                   the store itself
│   ├── NotAStoreError           a file or folder that memstrata did not write; left untouched
│   ├── NewerStoreError          written by a newer version; left untouched
│   ├── CorruptStoreError        damaged bytes were found
│   ├── ClosedError              used after `close()`
│   └── BackendError             the engine below failed (disk full, read-only, unreachable)
└── ModelError                   an embedder or a language model
    ├── EmbedderError
    └── LLMError
"""


class MemstrataError(Exception):
    """The root of the tree: catches everything that memstrata raises on purpose."""


class InputError(MemstrataError, ValueError):
    """An argument that cannot be used; nothing was written."""


class ScopeError(InputError):
    """A user, agent, scene, tenant, session or message id that is missing or cannot be an id."""


class FilterError(InputError):
    """A filter with an unknown operator, field or shape."""


class TimeError(InputError):
    """A time without an offset, or text that is not ISO 8601."""


class TooLargeError(InputError):
    """A message above 1 MB; split it and add the parts."""


class BudgetError(InputError):
    """The last user message alone does not fit the budget."""


class ConfigError(MemstrataError):
    """Settings, a store URL or a missing extra; raised when the parts are put together."""


class NotFoundError(MemstrataError, LookupError):
    """An id that names nothing in this scope (another user's ids look exactly like unknown ones)."""


class ConflictError(MemstrataError):
    """The same id came with other content, or a record has a newer version."""


class StoreError(MemstrataError):
    """The store could not do it; what was acknowledged before is still there."""


class NotAStoreError(StoreError):
    """The path holds something that memstrata did not write; it was left untouched."""


class NewerStoreError(StoreError):
    """The store was written by a newer memstrata; it was left untouched."""


class CorruptStoreError(StoreError):
    """Damaged bytes were found; `memstrata verify` lists them."""


class ClosedError(StoreError):
    """The memory or session was used after it was closed."""


class BackendError(StoreError):
    """The engine below failed; the write was not acknowledged and can be tried again."""


class ModelError(MemstrataError):
    """An embedder or a language model failed."""


class EmbedderError(ModelError):
    """The embedder could not be loaded or gave no usable vectors."""


class LLMError(ModelError):
    """The language model could not be reached or gave no usable answer.

    `temporary`: the same call may succeed later; `retry_after_seconds`: not before, where that is known. Neither the message nor
    what it was raised from holds a key or a text that was sent.
    """

    def __init__(self, message: str = "", *, temporary: bool = False, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.temporary = temporary
        self.retry_after_seconds = retry_after_seconds
