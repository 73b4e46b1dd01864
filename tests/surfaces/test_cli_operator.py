"""demo, verify, stats and doctor: for whoever meets or runs memstrata."""

import json
import os
import subprocess
import sys
import time

import pytest
from typer.testing import CliRunner

from memstrata.cli import app, exits


@pytest.fixture
def run(tmp_path):
    """A function that runs a verb on a folder of its own; gives typer's result."""
    settings = {"MEMSTRATA_PATH": str(tmp_path / "memory"), "MEMSTRATA_EMBEDDER": "none", "MEMSTRATA_USER": None}

    def invoke(*arguments: str, **environment: str):
        return CliRunner().invoke(app.APP, list(arguments), env={**settings, **environment})

    return invoke


@pytest.fixture
def filled(run):
    run("remember", "我对花生过敏", "--kind", "fact", "--user", "anna")


def test_the_demo_remembers_everything_in_a_new_process(tmp_path):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MEMSTRATA_")}
    started = time.monotonic()

    done = subprocess.run(
        [sys.executable, "-m", "memstrata", "demo", "--path", str(tmp_path / "demo")],
        env={**environment, "OMP_NUM_THREADS": "1"}, capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == exits.OK, done.stdout + done.stderr
    assert done.stdout.count("✓") == 7
    assert "8080 (superseded) → 9090" in done.stdout
    assert "\x1b" not in done.stdout
    assert time.monotonic() - started < 15


def test_the_demo_can_be_repeated_in_one_folder_and_answers_in_json(run, tmp_path):
    for _ in range(2):
        done = run("demo", "--path", str(tmp_path / "demo"), "--json", MEMSTRATA_EMBEDDER="auto")

        assert json.loads(done.stdout)["ok"] is True
        assert done.exit_code == exits.OK


def test_the_demo_refuses_a_place_that_a_second_process_cannot_open(run):
    assert run("demo", "--path", ":memory:").exit_code == exits.USAGE


def test_stats_counts_all_users(run, filled):
    counts = json.loads(run("stats", "--json").stdout)

    assert counts["records"] == 2
    assert counts["by_kind"] == {"fact": 1, "turn": 1}
    assert "scopes" in run("stats").stdout


def test_verify_is_silent_about_a_sound_store(run, filled):
    assert json.loads(run("verify", "--json").stdout) == {"findings": []}
    assert run("verify").exit_code == exits.OK


def test_doctor_reports_where_nothing_is_yet(run, tmp_path):
    done = run("doctor", "--json")

    report = json.loads(done.stdout)
    assert done.exit_code == exits.OK
    assert report["store"]["state"] == "not made yet"
    assert report["versions"]["sqlite"].startswith("3.")
    assert list(tmp_path.iterdir()) == []


def test_doctor_says_where_each_setting_comes_from(run, filled, tmp_path):
    (tmp_path / "memory" / "memstrata.toml").write_text("window_tokens = 900\n")

    settings = json.loads(run("doctor", "--json", MEMSTRATA_RECALL_LIMIT="7").stdout)["settings"]

    assert settings["window_tokens"] == {"value": 900, "from": "file"}
    assert settings["recall_limit"] == {"value": 7, "from": "environment"}
    assert settings["fusion"]["from"] == "default"


@pytest.mark.parametrize("trouble", [{"MEMSTRATA_FUSION": "cold"}, {"MEMSTRATA_NONSENSE": "1"}])
def test_doctor_reports_wrong_settings_and_does_not_fail(run, trouble):
    done = run("doctor", "--json", **trouble)

    assert done.exit_code == exits.OK
    assert "problem" in json.loads(done.stdout)["settings"]


def test_doctor_reports_a_folder_that_is_no_memory(run, tmp_path):
    (tmp_path / "memory").write_text("a file in its place")

    done = run("doctor", "--json")

    assert done.exit_code == exits.OK
    assert json.loads(done.stdout)["health"]["status"] == "failed"


def test_doctor_tells_about_the_embedder(run, filled):
    assert json.loads(run("doctor", "--json").stdout)["embedder"]["state"].startswith("off")
    assert json.loads(run("doctor", "--json", MEMSTRATA_EMBEDDER="ngrams").stdout)["embedder"]["chosen"] == "ngrams"
    assert "embedder" in run("doctor").stdout


def test_verify_ends_with_its_own_code_when_bytes_are_damaged(run, filled, tmp_path):
    largest = max((path for path in (tmp_path / "memory").rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    for file in (tmp_path / "memory").glob(f"{largest.name}-*"):
        file.unlink()
    data = bytearray(largest.read_bytes())
    data[8192:] = b"\x5a" * (len(data) - 8192)
    largest.write_bytes(data)

    assert run("verify").exit_code == exits.STORE
