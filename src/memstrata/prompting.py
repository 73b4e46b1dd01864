"""The prompt of one model call: what is asked for, gathered from an open memory, and assembled within the budget."""

from dataclasses import dataclass, replace

from memstrata.core.results import Context, Hits
from memstrata.core.scope import Scope
from memstrata.core.settings import Mode
from memstrata.core.turns import Turn
from memstrata.policies import arguments, messages
from memstrata.policies import window as windows
from memstrata.policies.budget import BudgetPlan, Note
from memstrata.recall import assemble, experience, gate, knowing, skills, style
from memstrata.recall.gate import Gate
from memstrata.recall.question import Question
from memstrata.runtime import Runtime
from memstrata.text import language


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A prompt for `query`, or, where that is None, for the newest user turn of the session."""

    scope: Scope
    mode: Mode
    query: str | None
    budget: int
    session: str | None = None
    system: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What long-term memory gives."""

    gate: Gate
    hits: Hits
    experiences: tuple[experience.Experience, ...] = ()
    notes: tuple[Note, ...] = ()


def context(runtime: Runtime, wanted: Wanted) -> Context:
    """The messages of the call. What is remembered for long enters it only where memory is full."""
    budget, scope, settings = arguments.limit(wanted.budget, "budget"), wanted.scope, runtime.parts.settings
    shown = windows.Window() if wanted.session is None else window(runtime, scope, wanted.session, wanted.mode)
    newest = next((turn.text for turn in reversed(shown.turns) if messages.voice(turn) == "user"), "")
    asked = newest if wanted.query is None else wanted.query
    info = None if wanted.session is None else runtime.working(wanted.mode).info(scope, wanted.session)
    full = wanted.mode == "full"
    recent = experience.recent(runtime.store, scope, runtime.now()) if full else []
    found = (
        _found(runtime, scope, asked, shown, bool(recent)) if full else _Found(gate=Gate(False, f"memory is {wanted.mode}"), hits=Hits())
    )
    material = assemble.Material(
        query=_unsaid(runtime, wanted, shown),
        system=wanted.system or "",
        gate=found.gate,
        hits=found.hits,
        experiences=found.experiences,
        recent=recent,
        window=shown,
        state=info.state if info else {},
        summary=info.summary if info else "",
        notes=found.notes,
        language=language.language(asked),
        layout=settings.layout,
    )
    if full:
        material = replace(material, profile=runtime.profile(scope))
    made = assemble.assemble(material, budget, BudgetPlan(background_share=settings.background_share), settings.mmr_lambda)
    runtime.parts.uses.add(scope, [*(hit.id for hit in made.hits), *(record.id for record in made.past)], runtime.now())
    runtime.parts.events.emit("context", tokens=made.tokens, hits=len(made.hits), over_budget=made.over_budget)
    return made


def window(runtime: Runtime, scope: Scope, session: str, mode: Mode) -> windows.Window:
    """What of the session is shown."""
    settings = runtime.parts.settings
    turns = runtime.working(mode).turns(scope, session)
    return windows.window(turns, exchanges=settings.window_exchanges, tokens=settings.window_tokens)


def _found(runtime: Runtime, scope: Scope, asked: str, shown: windows.Window, experienced: bool) -> _Found:
    """What recall, experience and the style of the user give for `asked`."""
    before, settings = [turn.text for turn in shown.turns if turn.text != asked], runtime.parts.settings
    decision = gate.gate(asked, new_session=not before, window=before)
    chinese = language.language(asked) == "zh"
    notes = style.notes(runtime.store, scope, runtime.now(), settings.affect_half_life_days, chinese)
    called = skills.called_for(runtime.store, scope, asked, runtime.now())
    if not decision.recall:
        return _Found(gate=decision, hits=skills.joined(Hits(), called), notes=tuple(notes))
    question = Question(text=asked, scope=scope, now=runtime.now(), limit=settings.recall_limit, min_relevance=settings.relevance_floor)
    hits = runtime.recall_for_prompt(question)
    taught = runtime.experiences(replace(question, min_relevance=experience.UNASKED)) if experienced else []
    notes += [] if taught else knowing.notes(runtime.store, question, hits, settings.stale_days)
    return _Found(gate=decision, hits=skills.joined(hits, called), experiences=tuple(taught), notes=tuple(notes))


def _unsaid(runtime: Runtime, wanted: Wanted, shown: windows.Window) -> Turn | None:
    """The query as the turn to answer, unless the window ends with these very words."""
    last = shown.turns[-1] if shown.turns else None
    if wanted.query is None or (last is not None and last.role == "user" and last.text == wanted.query):
        return None
    return messages.read("user", wanted.query, session=wanted.session or "-", id=runtime.parts.remember.new_id(), at=runtime.now())
