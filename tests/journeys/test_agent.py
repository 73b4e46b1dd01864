"""An agent in a few lines: it remembers across sessions, streams, runs tools, and goes on when a part fails."""

import asyncio
import subprocess
import sys
import threading

import pytest

import memstrata
from memstrata import Agent, AsyncAgent
from memstrata.core import errors
from memstrata.core.turns import SessionStatus
from memstrata.testing import ScriptedLLM


def said(memory, session: str = "s", user: str = "anna") -> list[tuple[str, str]]:
    return [(turn.role, turn.text) for turn in memory.scope(user=user).session(session).turns()]


def test_an_answer_is_plain_text_and_both_turns_are_kept(memory):
    answer = Agent(memory, ScriptedLLM(["Hello Anna."])).chat("anna", "s", "Hi, I am Anna.")

    assert answer == "Hello Anna."
    assert said(memory) == [("user", "Hi, I am Anna."), ("assistant", "Hello Anna.")]
    assert answer.degraded is None


@pytest.mark.parametrize(
    ("told", "asked", "expected"),
    [
        ("I live in Hangzhou.", "Which city do I live in?", "Hangzhou"),
        ("我住在成都。", "我住在哪个城市？", "成都"),
    ],
)
def test_what_was_told_in_one_session_is_in_the_prompt_of_the_next(memory, told, asked, expected):
    llm = ScriptedLLM(["ok", "ok"])
    agent = Agent(memory, llm, system="You are kind.")
    agent.chat("anna", "first", told)
    agent.end("anna", "first")

    answer = agent.chat("anna", "second", asked)

    assert expected in str(llm.calls[-1])
    assert str(llm.calls[-1][0]["content"]).startswith("You are kind.")
    assert answer.context is not None
    assert answer.context.tokens <= 4000


def test_users_do_not_hear_of_each_other(memory):
    llm = ScriptedLLM(["ok", "ok"])
    agent = Agent(memory, llm)
    agent.chat("anna", "s", "The vault code word is bluebell.")

    agent.chat("bo", "s", "What is the vault code word?")

    assert "bluebell" not in str(llm.calls[-1])


def test_ending_a_session_closes_it(memory):
    agent = Agent(memory, ScriptedLLM(["ok"]))
    agent.chat("anna", "s", "I like tea.")

    agent.end("anna", "s")

    assert memory.scope(user="anna").session("s").status is SessionStatus.CLOSED


def test_an_answer_in_pieces_is_stored_as_one_turn(memory):
    pieces = list(Agent(memory, ScriptedLLM(["one two three"])).stream("anna", "s", "count"))

    assert pieces == ["one ", "two ", "three"]
    assert said(memory)[-1] == ("assistant", "one two three")


def test_what_was_said_before_the_caller_stopped_is_kept_and_marked(memory):
    stream = Agent(memory, ScriptedLLM(["one two three"])).stream("anna", "s", "count")
    next(stream)

    stream.close()

    turn = memory.scope(user="anna").session("s").turns()[-1]
    assert (turn.text, dict(turn.metadata)) == ("one ", {"cut_off": True})


def test_a_message_is_not_doubled_when_it_is_sent_again_after_a_failure(memory):
    agent = Agent(memory, ScriptedLLM([errors.LLMError("no connection", temporary=True), "Hello."]))
    with pytest.raises(errors.LLMError):
        agent.chat("anna", "s", "Hi")

    agent.chat("anna", "s", "Hi")

    assert said(memory) == [("user", "Hi"), ("assistant", "Hello.")]


def test_a_function_of_messages_is_a_model(memory):
    def respond(messages):
        return f"{len(messages)} messages, the last is {messages[-1]['content']}"

    assert Agent(memory, respond).chat("anna", "s", "Hi") == "1 messages, the last is Hi"


def test_a_function_may_take_the_system_text_apart(opened):
    memory = opened(layout="anthropic")

    answer = Agent(memory, lambda messages, system: f"{system} / {messages[0]['role']}", system="Be brief.").chat("anna", "s", "Hi")

    assert answer == "Be brief. / user"


def openai_call(name: str, arguments: str) -> dict[str, object]:
    return {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}],
    }


def test_tools_are_run_and_their_results_are_in_the_next_prompt(memory):
    prompts = []

    def respond(messages):
        prompts.append(messages)
        return openai_call("weather", '{"city": "Hangzhou"}') if len(prompts) == 1 else "It rains in Hangzhou."

    def weather(city: str) -> str:
        return f"rain in {city}"

    answer = Agent(memory, respond, tools=[weather]).chat("anna", "s", "How is the weather?")

    assert answer == "It rains in Hangzhou."
    assert [message["role"] for message in prompts[1]][-3:] == ["user", "assistant", "tool"]
    assert prompts[1][-1]["content"] == "rain in Hangzhou"
    assert [role for role, _ in said(memory)] == ["user", "assistant", "tool", "assistant"]


def test_tools_answer_content_blocks_with_content_blocks(opened):
    memory, prompts = opened(layout="anthropic"), []

    def respond(messages, system):
        prompts.append(messages)
        block = {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 2, "b": 3}}
        return (
            {"role": "assistant", "content": [block]}
            if len(prompts) == 1
            else {"role": "assistant", "content": [{"type": "text", "text": "5"}]}
        )

    assert Agent(memory, respond, tools={"add": lambda a, b: a + b}).chat("anna", "s", "2 + 3?") == "5"
    assert prompts[1][-1]["content"][0]["tool_use_id"] == "t1"
    assert prompts[1][-1]["content"][0]["content"] == "5"


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("broken", "{}", "ValueError: no"),
        ("missing", "{}", "there is no tool 'missing'"),
        ("broken", "[1]", "JSON object"),
        ("broken", "{", "JSONDecodeError"),
    ],
)
def test_a_tool_that_fails_is_told_to_the_model(memory, name, arguments, told):
    prompts = []

    def respond(messages):
        prompts.append(messages)
        return openai_call(name, arguments) if len(prompts) == 1 else "Sorry."

    def broken() -> None:
        raise ValueError("no")

    assert Agent(memory, respond, tools=[broken]).chat("anna", "s", "Go") == "Sorry."
    assert told in prompts[1][-1]["content"]


def test_a_model_that_only_calls_tools_is_stopped(memory):
    agent = Agent(memory, lambda messages: openai_call("tick", "{}"), tools={"tick": lambda: "tock"})

    with pytest.raises(errors.LLMError, match="tools"):
        agent.chat("anna", "s", "Go")


FULL_DISK = """
import resource, signal, sys
import memstrata
from memstrata.testing import HashEmbedder, ScriptedLLM

memory = memstrata.open(sys.argv[1], embedder=HashEmbedder(), worker=False)
memory.scope(user="anna").remember("I live in Hangzhou.")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
answer = memstrata.Agent(memory, ScriptedLLM(["Hello."]), system="Be kind.").chat("anna", "s", "Hi")
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(answer, "|", answer.degraded)
"""


def test_a_memory_that_cannot_write_never_breaks_the_chat(folder):
    done = subprocess.run([sys.executable, "-c", FULL_DISK, str(folder)], capture_output=True, text=True, timeout=120, check=True)

    answer, degraded = done.stdout.strip().split(" | ")
    assert answer == "Hello."
    assert degraded.startswith("answered without memory: ")


def test_an_agent_without_a_model_says_what_to_pass(memory):
    with pytest.raises(errors.ConfigError, match="llm"):
        Agent(memory)
    with pytest.raises(errors.InputError, match="function of messages"):
        Agent(memory, 7)  # type: ignore[arg-type]


def test_a_closed_memory_is_an_error_not_a_degradation(opened):
    memory = opened()
    memory.close()

    with pytest.raises(errors.ClosedError):
        Agent(memory, ScriptedLLM(["Hello."])).chat("anna", "s", "Hi")


def test_many_chats_at_once_keep_their_turns_in_pairs(memory):
    agent = Agent(memory, lambda messages: f"heard {messages[-1]['content']}")

    threads = [threading.Thread(target=agent.chat, args=("anna", f"s{number}", f"message {number}")) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for number in range(16):
        assert said(memory, f"s{number}") == [("user", f"message {number}"), ("assistant", f"heard message {number}")]


def test_the_agent_can_be_awaited(memory):
    async def talk() -> tuple[str, list[str]]:
        agent = AsyncAgent(memstrata.AsyncMemory(memory), ScriptedLLM(["Hello.", "one two"]))
        answer = await agent.chat("anna", "s", "Hi")
        return answer, [piece async for piece in agent.stream("anna", "s", "count")]

    assert asyncio.run(talk()) == ("Hello.", ["one ", "two"])
    assert said(memory)[-1] == ("assistant", "one two")


def test_a_coroutine_and_an_async_generator_are_models(memory):
    async def whole(messages):
        await asyncio.to_thread(str)
        return "whole"

    async def pieces(messages):
        for piece in ("in ", "pieces"):
            await asyncio.to_thread(str)
            yield piece

    async def talk() -> list[str]:
        first = await AsyncAgent(memory, whole).chat("anna", "s", "Hi")
        second = [piece async for piece in AsyncAgent(memory, pieces).stream("anna", "s", "More")]
        third = await AsyncAgent(memory, pieces).chat("anna", "s", "Again")
        return [first, *second, third]

    assert asyncio.run(talk()) == ["whole", "in ", "pieces", "in pieces"]


def test_one_agent_serves_several_event_loops(memory):
    async def respond(messages):
        return "ok"

    agent = AsyncAgent(memory, respond)

    assert [asyncio.run(agent.chat("anna", f"s{number}", "Hi")) for number in range(3)] == ["ok"] * 3


def test_an_async_stream_that_is_left_keeps_what_was_said(memory):
    async def talk() -> None:
        stream = AsyncAgent(memory, ScriptedLLM(["one two three"])).stream("anna", "s", "count")
        await anext(stream)
        await stream.aclose()

    asyncio.run(talk())

    assert said(memory)[-1] == ("assistant", "one ")
