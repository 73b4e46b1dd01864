"""No log tells what was told: every verb at DEBUG, with parts that fail, and the ear that every test has is not deaf."""

import logging

import pytest

import memstrata
from memstrata.core import errors
from memstrata.core.events import Event
from memstrata.testing import HashEmbedder, ScriptedLLM
from tests import canaries

SECRET, GEHEIM = "canary-secret-7f3a", "金丝雀暗号"


def _fails(event: Event) -> None:
    raise ValueError(f"a listener that fails at {event.name}")


class Broken(HashEmbedder):
    """An embedder whose errors hold the text, as some servers' do."""

    def embed(self, texts, query=False):
        raise errors.EmbedderError(f"cannot read {list(texts)}")


@pytest.mark.parametrize(("form", "values"), [("told %s", (SECRET,)), (f"told {GEHEIM}", ()), ("told %r", ({"key": SECRET},))])
def test_a_secret_in_a_log_is_heard(form, values):
    hearing = canaries.Hearing()

    hearing.handle(logging.LogRecord("somebody", logging.DEBUG, __file__, 1, form, values, None))
    hearing.handle(logging.LogRecord("somebody", logging.DEBUG, __file__, 1, "nothing to see", (), None))

    assert len(hearing.leaked) == 1


def test_a_secret_in_a_traceback_is_heard():
    hearing = canaries.Hearing()
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        hearing.handle(logging.LogRecord("somebody", logging.ERROR, __file__, 1, "failed", (), (ValueError, error, error.__traceback__)))

    assert len(hearing.leaked) == 1


@pytest.mark.parametrize("embedder", [HashEmbedder(), Broken()], ids=["sound", "broken"])
@pytest.mark.parametrize("replies", [[], [f"no JSON but {SECRET}"] * 30], ids=["silent", "babbling"])
def test_no_verb_logs_what_it_was_given(tmp_path, caplog, embedder, replies):
    caplog.set_level(logging.DEBUG)
    folder = str(tmp_path / "store")
    with memstrata.open(folder, embedder=embedder, llm=ScriptedLLM(replies), worker=False, llm_retries=0) as memory:
        memory.events.listen(_fails)
        for text in (f"My locker opens with {SECRET}.", f"我的暗号是{GEHEIM}。", f"my password is {SECRET}"):
            anna = memory.scope(user="anna")
            report = anna.remember(text)
            fact = anna.remember(text, kind="fact", slot=f"locker {len(text)}", metadata={"note": text}).records[0]
            session = anna.session("s")
            session.add("user", text)
            session.add("assistant", None, tool_calls=[{"id": "1", "type": "function", "function": {"name": "f", "arguments": text}}])
            session.state["note"] = text
            anna.recall(text)
            anna.context(text)
            anna.explain(text, fact.id)
            anna.update(fact.id, content=f"{text} today")
            memory.flush()
            memory.audit()
            with pytest.raises(errors.NotFoundError):
                anna.forget(text)
            with pytest.raises(errors.TimeError):
                anna.remember(text, at=text)
            with pytest.raises(errors.FilterError):
                anna.preview({text: {text: 1}})
            memory.export(tmp_path / "all.jsonl")
            anna.erase([record.id for record in report.turns])
            session.close()
        memory.verify()
        memory.repair()

    told = " ".join(record.getMessage() + str(record.args) + str(record.exc_info) for record in caplog.records)
    assert SECRET not in told
    assert GEHEIM not in told
