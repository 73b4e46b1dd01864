"""From hits, profile and working memory to the messages of one model call, within the budget."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memstrata.core.records import EMPTY, Json, MemoryRecord
from memstrata.core.results import Context, Hit, Hits
from memstrata.core.settings import Layout
from memstrata.core.trace import Lost, Step, Trace
from memstrata.core.turns import Turn
from memstrata.policies import budget as budgets
from memstrata.policies import diversify
from memstrata.policies import profile as profiles
from memstrata.policies import window as windows
from memstrata.policies.budget import BudgetPlan, Line, Note, PromptParts
from memstrata.recall import experience
from memstrata.recall.experience import Experience
from memstrata.recall.gate import Gate
from memstrata.recall.render import Renderer
from memstrata.text import analyze


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a prompt can be made of, before anything is chosen."""

    query: Turn | None  # a message that is not in the window yet
    system: str = ""
    gate: Gate
    profile: profiles.Profile = field(default_factory=profiles.Profile)
    hits: Hits = field(default_factory=Hits)
    experiences: Sequence[Experience] = ()  # of tasks like this one
    recent: Sequence[MemoryRecord] = ()  # the newest episodes
    window: windows.Window = field(default_factory=windows.Window)
    state: Mapping[str, Json] = field(default_factory=lambda: EMPTY)
    summary: str = ""
    notes: tuple[Note, ...] = ()
    language: str = "en"
    layout: Layout = "openai"


def assemble(material: Material, budget: int, plan: BudgetPlan, mmr_lambda: float) -> Context:
    """The context, at most `budget` tokens. Raises BudgetError when the last user message alone does not fit."""
    on_page = {record.id for record in material.profile.records}
    chosen = _varied([hit for hit in material.hits if hit.id not in on_page], mmr_lambda)
    shown = {turn.id for turn in (*material.window.pinned, *material.window.turns)}
    fresh = [hit for hit in chosen if not _in_window(hit.record, shown)]
    past = (*(each.record for each in material.experiences), *material.recent)
    records = {record.id: record for record in (*material.profile.records, *(hit.record for hit in fresh), *past)}
    renderer = Renderer(records, "zh" if material.language == "zh" else "en", material.layout)
    turns = [*material.window.turns, *([material.query] if material.query is not None else [])]
    parts = PromptParts(
        system=material.system,
        profile=tuple(record.id for record in material.profile.records),
        memories=tuple(Line(hit.id, hit.record.content, hit.score) for hit in fresh),
        experiences=tuple(Line(each.record.id, experience.told(each, material.language)) for each in material.experiences),
        episodes=tuple(Line(record.id, experience.line(record)) for record in material.recent),
        state=material.state,
        notes=material.notes,
        summary=material.summary,
        pinned=material.window.pinned,
        turns=tuple(tuple(exchange) for exchange in windows.exchanges(turns)),
    )

    def cost(tried: PromptParts) -> int:
        return sum(windows.message_tokens(message) for message in renderer.laid(tried).all())

    fitted = budgets.fit(parts, budget, cost, plan=plan)
    return _context(material, fitted, renderer, chosen, fresh)


def _context(material: Material, fitted: budgets.Fitted, renderer: Renderer, chosen: Sequence[Hit], fresh: Sequence[Hit]) -> Context:
    kept = {line.id for line in fitted.parts.memories} | set(fitted.parts.profile)
    hits = [hit for hit in [*fresh, *(hit for hit in material.hits if hit not in fresh)] if hit.id in kept]
    lost = [*material.hits.trace.lost]
    lost += [Lost(hit.id, "window", "the conversation at hand shows it already") for hit in chosen if hit not in fresh]
    lost += [Lost(hit.id, "budget", "the prompt's budget is used up") for hit in fresh if hit.id not in kept]
    cuts: list[Json] = [{"what": cut.what, "why": cut.why, "count": len(cut.ids)} for cut in fitted.cuts]
    steps = (
        Step("gate", "recall" if material.gate.recall else "skipped", 0.0, {"reason": material.gate.reason}),
        *(step for step in material.hits.trace.steps if step.room != "gate"),
        Step("pack", f"{len(fitted.parts.memories)} memories, {fitted.tokens} tokens", 0.0, {"cuts": cuts}),
    )
    laid = renderer.laid(fitted.parts)
    return Context(
        laid.messages,
        renderer.text(fitted.parts),
        fitted.tokens,
        system=laid.system,
        over_budget=fitted.over_budget or material.window.over_budget,
        hits=hits,
        past=[renderer.records[line.id] for line in (*fitted.parts.experiences, *fitted.parts.episodes)],
        trace=Trace(steps, tuple(lost), material.hits.trace.degraded),
    )


def _varied(hits: Sequence[Hit], mmr_lambda: float) -> list[Hit]:
    words = [frozenset(analyze.terms(hit.record.content)) for hit in hits]
    return [hits[place] for place in diversify.order([hit.score for hit in hits], words, len(hits), mmr_lambda)]


def _in_window(record: MemoryRecord, shown: set[str]) -> bool:
    return record.is_turn and any(source.message in shown for source in record.sources)
