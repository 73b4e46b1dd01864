"""One call to a model that may have been handed in by the caller: whatever it raises is a fault of the model, never of the chat."""

from collections.abc import Sequence

from memstrata.core import errors
from memstrata.core.llm import Message, Reply, Role, Schema
from memstrata.core.ports import LLM


def complete(
    llm: LLM, messages: Sequence[Message], *, role: Role, schema: Schema | None = None, max_tokens: int | None = None
) -> Reply | errors.LLMError:
    """The reply, or why there is none."""
    try:
        told: object = llm.complete(messages, role=role, schema=schema, max_tokens=max_tokens)
    except errors.LLMError as error:
        return error
    except Exception as error:  # a model that is handed in may raise anything; it is counted, and the turn waits
        wait = getattr(error, "retry_after", None)
        return errors.LLMError(
            f"the model raised {type(error).__name__}",
            temporary=True,
            retry_after_seconds=float(wait) if isinstance(wait, int | float) else None,
        )
    return told if isinstance(told, Reply) else Reply(str(told))
