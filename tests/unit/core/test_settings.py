"""Settings come from code, environment and file, in this order, and a typing mistake is told."""

import pytest

from memstrata.core import errors
from memstrata.core.settings import Settings


def test_defaults_are_valid_and_complete():
    assert Settings.load(":memory:", environment={}) == Settings(path=":memory:")


def test_code_wins_over_environment_and_environment_over_the_file(tmp_path):
    (tmp_path / "memstrata.toml").write_text("window_tokens = 1000\nrecall_limit = 2\ncache_mb = 3\n", "utf-8")
    environment = {"MEMSTRATA_RECALL_LIMIT": "20", "MEMSTRATA_CACHE_MB": "30", "HOME": "/nowhere"}

    settings = Settings.load(str(tmp_path), given={"cache_mb": 300}, environment=environment)

    assert (settings.window_tokens, settings.recall_limit, settings.cache_mb) == (1000, 20, 300)
    assert settings.path == str(tmp_path)


def test_the_environment_can_name_the_folder(tmp_path):
    (tmp_path / "memstrata.toml").write_text("recall_limit = 9\n", "utf-8")

    settings = Settings.load(environment={"MEMSTRATA_PATH": str(tmp_path)})

    assert (settings.path, settings.recall_limit) == (str(tmp_path), 9)


def test_a_folder_without_a_file_gives_the_defaults(tmp_path):
    assert Settings.load(str(tmp_path / "new"), environment={}) == Settings(path=str(tmp_path / "new"))


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("worker", "no", False),
        ("worker", "TRUE", True),
        ("worker", "0", False),
        ("recall_limit", "7", 7),
        ("idle_seconds", "60", 60.0),
        ("mmr_lambda", "0.5", 0.5),
        ("durability", "relaxed", "relaxed"),
    ],
)
def test_text_becomes_the_type_of_the_setting(name, text, value):
    changed = getattr(Settings().with_values({name: text}), name)

    assert (changed, type(changed)) == (value, type(value))


def test_a_whole_number_may_stand_for_a_share():
    assert Settings().with_values({"mmr_lambda": 1}).mmr_lambda == 1.0


def test_an_unknown_name_is_an_error_with_the_nearest_known_one():
    with pytest.raises(errors.ConfigError, match=r"'recall_limt'.*did you mean 'recall_limit'"):
        Settings.load(":memory:", given={"recall_limt": 5}, environment={})
    with pytest.raises(errors.ConfigError, match="zzz"):
        Settings.load(":memory:", environment={"MEMSTRATA_ZZZ": "1"})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("worker", "maybe"),
        ("worker", 1),
        ("recall_limit", "five"),
        ("recall_limit", "2.5"),
        ("recall_limit", True),
        ("recall_limit", 2.5),
        ("recall_limit", 0),
        ("window_tokens", -1),
        ("cache_mb", "0"),
        ("mmr_lambda", "high"),
        ("mmr_lambda", True),
        ("mmr_lambda", None),
        ("relevance_floor", 1.1),
        ("background_share", -0.1),
        ("merge_similarity", float("nan")),
        ("durability", "none"),
        ("embedder", "e9"),
        ("fusion", "RRF"),
        ("path", 5),
    ],
)
def test_a_value_that_cannot_be_is_an_error_that_names_the_setting(name, value):
    with pytest.raises(errors.ConfigError, match=name):
        Settings().with_values({name: value})


def test_a_file_that_is_no_toml_is_an_error_that_names_the_file(tmp_path):
    for content in (b"recall_limit = ", b"\xff\xfe"):
        (tmp_path / "memstrata.toml").write_bytes(content)
        with pytest.raises(errors.ConfigError, match=r"memstrata\.toml"):
            Settings.load(str(tmp_path), environment={})


def test_settings_in_a_table_of_the_file_are_an_error(tmp_path):
    (tmp_path / "memstrata.toml").write_text("[recall]\nlimit = 5\n", "utf-8")

    with pytest.raises(errors.ConfigError, match="recall"):
        Settings.load(str(tmp_path), environment={})
