"""An agent that remembers: `Agent(memory, llm).chat(user, session, message)`, also streaming and awaitable.

One call appends the user's turn, assembles the context within the budget, asks the model, runs the tools that it calls, and appends
what was said. Facts, episodes and vectors follow in the background; the conversation never waits for them.
"""

import asyncio
import contextvars
import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from memstrata import aio
from memstrata.core import errors
from memstrata.core.llm import Reply
from memstrata.core.ports import LLM, StreamingLLM
from memstrata.core.records import Json
from memstrata.core.results import Context, Report
from memstrata.core.turns import Turn
from memstrata.memory import Memory
from memstrata.policies import messages as wording
from memstrata.scoped import ScopedMemory

Message: TypeAlias = dict[str, Json]
Respond: TypeAlias = Callable[..., object]  # respond(messages), or respond(messages, system=…): a text, a message, or texts in pieces
Tools: TypeAlias = Mapping[str, Callable[..., object]] | Sequence[Callable[..., object]]

MAX_STEPS = 8  # answers of the model to one message: each but the last calls tools
_END = object()
_LOOP: contextvars.ContextVar[asyncio.AbstractEventLoop] = contextvars.ContextVar("memstrata_agent_loop")


class Answer(str):
    """What the agent said: plain text, that also knows the context it was given. `degraded` says what was done without, if anything."""

    context: Context | None
    degraded: str | None

    def __new__(cls, text: str, context: Context | None = None, degraded: str | None = None) -> "Answer":
        made = super().__new__(cls, text)
        made.context, made.degraded = context, degraded
        return made


@dataclass(frozen=True, slots=True)
class _Prompt:
    """One call of the model. `context` is None when the memory failed and the message goes out alone."""

    messages: list[Message]
    system: str = ""
    context: Context | None = None


@dataclass(slots=True)
class _Heard:
    """What the model says, piece by piece; `fields` are those of a whole message, where it gave one."""

    pieces: list[str] = field(default_factory=list)
    fields: dict[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


Ask: TypeAlias = Callable[[_Prompt], object]


class Agent:
    """A conversation partner with a memory. Safe to share between threads, users and sessions.

    `llm`: a port such as `memory.llm` (the default), or a function `respond(messages)` or `respond(messages, system=…)` that gives a text,
    an iterator of texts, or a message as OpenAI's, Anthropic's or Ollama's SDK has it, tool calls included. `tools` are plain functions,
    called by the name that the model says with the arguments that it gives; telling the model of them is up to `respond`.
    """

    def __init__(
        self,
        memory: Memory,
        llm: LLM | Respond | None = None,
        *,
        system: str = "",
        budget: int = 4000,
        agent: str | None = None,
        scene: str | None = None,
        tools: Tools = (),
    ) -> None:
        self._memory = memory
        self._system, self._budget = system, budget
        self._agent, self._scene = agent, scene
        self._tools = dict(tools) if isinstance(tools, Mapping) else {tool.__name__: tool for tool in tools}
        self._whole, self._streamed = _asking(memory.llm if llm is None else llm)

    def chat(self, user: str, session: str, message: str, *, tenant: str | None = None) -> Answer:
        """The answer to `message`. Durable is the user's turn before the model is asked, and the answer when this returns.

        The same message again after a failure answers the turn that is there. Raises LLMError when the model fails, InputError for a
        message that is none. A store that fails is done without: the answer says so in `degraded`.
        """
        talk = _Talk(self._scope(user, tenant), session, self._system, self._budget)
        pieces = self._speak(talk, message, self._whole)
        while True:
            try:
                next(pieces)
            except StopIteration as ended:
                answer: Answer = ended.value
                return answer

    def stream(self, user: str, session: str, message: str, *, tenant: str | None = None) -> Generator[str, None, Answer]:
        """The answer in pieces as they come. What was said is stored at the end, also when the caller stops early."""
        talk = _Talk(self._scope(user, tenant), session, self._system, self._budget)
        return self._speak(talk, message, self._streamed)

    def end(self, user: str, session: str, *, tenant: str | None = None) -> Report:
        """End the session: its episode is written and its working memory cleared."""
        return self._scope(user, tenant).session(session).close()

    def _scope(self, user: str, tenant: str | None) -> ScopedMemory:
        return self._memory.scope(user=user, agent=self._agent, scene=self._scene, tenant=tenant)

    def _speak(self, talk: "_Talk", message: str, ask: Ask) -> Generator[str, None, Answer]:
        prompt = talk.asked(message)
        for _ in range(MAX_STEPS):
            heard = _Heard()
            try:
                yield from _pieces(ask(prompt), heard)
            except BaseException:  # the caller stopped, or the model broke off: what was said is kept, and marked
                if heard.text:
                    talk.said(heard, {"cut_off": True})
                raise
            calls = talk.said(heard, {})
            if not calls:
                return Answer(heard.text, prompt.context, talk.degraded)
            prompt = talk.acted([(call, *_run(self._tools, call)) for call in calls])
        raise errors.LLMError(f"the model called tools {MAX_STEPS} times and gave no answer: the conversation is stored up to there")


@dataclass(frozen=True, slots=True)
class _Call:
    """A tool that the model calls. `block`: it came as a content block, as Anthropic has it, and is answered by one."""

    id: str
    name: str
    arguments: Json
    block: bool


class _Talk:
    """One message and its answer, in one session."""

    def __init__(self, scope: ScopedMemory, session: str, system: str, budget: int) -> None:
        self._session = scope.session(session)
        self._system, self._budget = system, budget
        self.degraded: str | None = None

    def asked(self, message: str) -> _Prompt:
        """The prompt for the user's `message`, whose turn is durable now."""
        try:
            turns = self._session.turns()
            if not (turns and turns[-1].role == "user" and turns[-1].text == message):
                self._session.add("user", message)
            return self._prompt()
        except errors.ClosedError:
            raise
        except errors.StoreError as error:
            return self._alone(message, error)

    def said(self, heard: _Heard, metadata: Mapping[str, Json]) -> list[_Call]:
        """Append what the model said; the tools that it calls."""
        if self.degraded is not None:
            return []
        content, calls = heard.fields.get("content") or heard.text or None, heard.fields.get("tool_calls")
        try:
            turn = self._session.add("assistant", content, metadata=metadata, tool_calls=calls if isinstance(calls, list) else None)
        except errors.ClosedError:
            raise
        except errors.StoreError as error:
            self.degraded = f"the answer was not stored: {error}"
            return []
        return [] if metadata else _calls(turn)

    def acted(self, results: Sequence[tuple[_Call, str, bool]]) -> _Prompt:
        """The prompt after the tools have run: (call, what it gave, whether it worked) of each."""
        blocks: list[Message] = []
        for call, text, worked in results:
            if call.block:
                blocks.append({"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": not worked})
            else:
                notes: dict[str, Json] = {} if worked else {"failed": True}
                self._session.add("tool", text, name=call.name, tool_call_id=call.id or None, metadata=notes)
        if blocks:
            self._session.add("user", blocks)
        return self._prompt()

    def _prompt(self) -> _Prompt:
        context = self._session.context(budget=self._budget, system=self._system or None)
        return _Prompt(context.messages, context.system, context)

    def _alone(self, message: str, error: errors.StoreError) -> _Prompt:
        self.degraded = f"answered without memory: {error}"
        first: list[Message] = [{"role": "system", "content": self._system}] if self._system else []
        return _Prompt([*first, {"role": "user", "content": message}])


class AsyncAgent:
    """The same agent, awaitable: it blocks no event loop and belongs to none. `llm` may be a coroutine function or an async generator."""

    def __init__(self, memory: Memory | aio.AsyncMemory, llm: LLM | Respond | None = None, **options: object) -> None:
        sync = aio.sync(memory) if isinstance(memory, aio.AsyncMemory) else memory
        self._agent = Agent(sync, _bridged(llm) if _is_awaitable(llm) else llm, **options)  # type: ignore[arg-type]  # checked by Agent

    async def chat(self, user: str, session: str, message: str, *, tenant: str | None = None) -> Answer:
        """As `Agent.chat`."""
        _LOOP.set(asyncio.get_running_loop())
        return await asyncio.to_thread(self._agent.chat, user, session, message, tenant=tenant)

    async def stream(self, user: str, session: str, message: str, *, tenant: str | None = None) -> AsyncGenerator[str, None]:
        """As `Agent.stream`."""
        _LOOP.set(asyncio.get_running_loop())
        pieces = self._agent.stream(user, session, message, tenant=tenant)
        try:
            while (piece := await asyncio.to_thread(next, pieces, _END)) is not _END:
                yield str(piece)
        finally:
            await asyncio.to_thread(pieces.close)

    async def end(self, user: str, session: str, *, tenant: str | None = None) -> Report:
        """As `Agent.end`."""
        return await asyncio.to_thread(self._agent.end, user, session, tenant=tenant)


def _asking(llm: object) -> tuple[Ask, Ask]:
    """How the model is asked for a whole answer, and for one in pieces. Raises ConfigError without a model, InputError for what is none."""
    if llm is None:
        raise errors.ConfigError("an agent needs a model: pass llm=…, or open the memory with one")
    if isinstance(llm, LLM):
        port = llm

        def whole(prompt: _Prompt) -> object:
            return port.complete(_texts(prompt), role="strong")

        if not isinstance(llm, StreamingLLM):
            return whole, whole
        streaming = llm
        return whole, lambda prompt: streaming.stream(_texts(prompt), role="strong")
    if not callable(llm):
        raise errors.InputError(f"llm is a model, or a function of messages, not {type(llm).__name__}")
    respond = llm
    apart = "system" in inspect.signature(respond).parameters

    def call(prompt: _Prompt) -> object:
        return respond(prompt.messages, system=prompt.system) if apart else respond(prompt.messages)

    return call, call


def _texts(prompt: _Prompt) -> list[Message]:
    """The prompt for a port, which takes texts of three roles: calls of tools and their results are told in words."""
    first: list[Message] = [{"role": "system", "content": prompt.system}] if prompt.system else []
    said: list[Message] = []
    for message in prompt.messages:
        role, (text, _) = message["role"], wording.payload(message)
        known = role if role in ("system", "user", "assistant") else "user"
        said.append({"role": known, "content": f"({role}) {text}" if known != role else text})
    return [*first, *said]


def _pieces(reply: object, heard: _Heard) -> Iterator[str]:
    """The texts of a reply as they come; `heard` gathers them, and the fields of a whole message."""
    for item in reply if isinstance(reply, Iterator) else (reply,):
        text = item.text if isinstance(item, Reply) else item
        if not isinstance(text, str):
            heard.fields = wording.from_message(item)
            if heard.pieces:
                continue  # the message repeats what came in pieces
            text, _ = wording.spoken(heard.fields.get("content"))
        if text:
            heard.pieces.append(text)
            yield text


def _calls(turn: Turn) -> list[_Call]:
    """The tools that a turn calls, in order."""
    found: list[_Call] = []
    for call in turn.tool_calls:
        function = call.get("function")
        told: Mapping[str, Json] = function if isinstance(function, dict) else call
        found.append(_Call(str(call.get("id") or ""), str(told.get("name") or ""), told.get("arguments"), False))
    for part in turn.content if isinstance(turn.content, list) else []:
        if isinstance(part, dict) and part.get("type") == "tool_use":
            found.append(_Call(str(part.get("id") or ""), str(part.get("name") or ""), part.get("input"), True))
    return found


def _run(tools: Mapping[str, Callable[..., object]], call: _Call) -> tuple[str, bool]:
    """What the tool gave, as text, and whether it worked. A tool that fails is told to the model, not to the caller."""
    tool = tools.get(call.name)
    if tool is None:
        return f"there is no tool {call.name!r}; known: {', '.join(tools) or 'none'}", False
    try:
        given = json.loads(call.arguments) if isinstance(call.arguments, str) and call.arguments.strip() else call.arguments or {}
        if not isinstance(given, dict):
            return "the arguments of a tool are a JSON object", False
        result = tool(**given)
    except Exception as error:  # whatever a tool of the caller's raises is its result
        return f"{type(error).__name__}: {error}", False
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False, default=str), True


def _is_awaitable(llm: object) -> bool:
    called = llm if inspect.isfunction(llm) or inspect.ismethod(llm) else getattr(llm, "__call__", None)  # noqa: B004  looked at, not called
    return inspect.iscoroutinefunction(called) or inspect.isasyncgenfunction(called)


def _bridged(respond: object) -> Respond:
    """An awaitable `respond` for the sync agent: it runs in the caller's own loop, while the agent's thread waits."""
    assert callable(respond)
    apart = "system" in inspect.signature(respond).parameters

    def call(messages: list[Message], system: str = "") -> object:
        loop = _LOOP.get()
        made = respond(messages, system=system) if apart else respond(messages)
        if inspect.isasyncgen(made):
            return _drained(made, loop)
        return asyncio.run_coroutine_threadsafe(made, loop).result()

    return call


def _drained(pieces: AsyncIterator[object], loop: asyncio.AbstractEventLoop) -> Iterator[object]:
    """The pieces of an async generator, fetched one by one from its loop."""

    async def following() -> object:
        return await anext(pieces, _END)

    while (piece := asyncio.run_coroutine_threadsafe(following(), loop).result()) is not _END:
        yield piece
