"""The running summary by a model, and by rule where there is none or where it makes no progress."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memstrata.core.events import Events
from memstrata.core.ports import LLM
from memstrata.core.turns import Turn
from memstrata.policies import summarising
from memstrata.policies.summarising import SUMMARY_TOKENS, Folded
from memstrata.remember import redact
from memstrata.remember.model import calling, prompts
from memstrata.text import clip, echo, reply, tokens

MAX_CALLS = 2  # a turn never costs more
_ANSWER_TOKENS = 800
_WORDS = {"zh": "700", "en": "350"}  # about SUMMARY_TOKENS in each language


@dataclass(frozen=True, slots=True, kw_only=True)
class Summariser:
    """Who writes summaries; without a model the rules do."""

    llm: LLM | None
    events: Events

    def fold(self, former: str, turns: Sequence[Turn]) -> Folded:
        """The summary of `former` and `turns`, masked, at most 500 tokens. Never raises LLMError."""
        masked = [replace(turn, text=echo.strip_blocks(redact.for_memory(turn.text))) for turn in turns]
        told = summarising.transcript(masked)
        before = tokens.estimate(former) + tokens.estimate("\n".join(map(summarising.said, masked)))
        text, calls = ("", 0) if self.llm is None else self._asked(self.llm, former, told)
        by = "model" if text else "rule"
        text = text or summarising.by_rule(former, masked)
        return Folded(text=text, tokens_before=before, tokens_after=tokens.estimate(text), calls=calls, by=by)

    def _asked(self, llm: LLM, former: str, told: str) -> tuple[str, int]:
        """(the model's summary, calls made); '' where it failed, declined or wrote more than it read."""
        prompt = prompts.of("summary", told)
        given = f"{former}\n\n{told}" if former else told
        limit = min(SUMMARY_TOKENS, tokens.estimate(given) - 1)
        for call in range(1, MAX_CALLS + 1):
            answer = calling.complete(
                llm,
                prompt.messages(input=given, words=_WORDS["zh" if ".zh/" in prompt.id else "en"]),
                role="cheap",
                max_tokens=_ANSWER_TOKENS,
            )
            if not isinstance(answer, Exception) and answer.finish_reason != "refused":
                text = redact.for_memory(reply.prose(answer.text))
                if text and tokens.estimate(text) < tokens.estimate(given):
                    return clip.clip(text, max(limit, 1)), call
                if text:
                    break  # no progress: it would not be shorter the next time
            elif isinstance(answer, Exception) and answer.retry_after_seconds:
                break
        self.events.emit("degraded", part="summary")
        return "", call
