"""A file can be read in one sitting, a function on one screen, the package in a day."""

from tests.house import tree

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50
MAX_CODE_LINES = 19_500  # peers need 20,000 to 100,000; growth beyond this is a decision, not an accident
MAX_LANGUAGE_LINES = 14_500  # word tables, date and privacy rules of two languages, and the shipped contract kits
LANGUAGE = ("text", "policies/slots", "policies/statement", "policies/wording", "remember/rules", "recall/gate", "testing")
CODE = ("src", "tests", "benchmarks")


def test_no_file_is_longer_than_one_sitting():
    lengths = {tree.name(path): len(tree.text(path).splitlines()) for path in tree.python_files(*CODE)}

    assert {path: lines for path, lines in lengths.items() if lines > MAX_FILE_LINES} == {}


def test_no_function_is_longer_than_a_screen():
    lengths = {
        f"{tree.name(path)}:{function.lineno} {function.name}": (function.end_lineno or 0) - function.lineno + 1
        for path in tree.python_files(*CODE)
        for function in tree.functions(path)
    }

    assert {place: lines for place, lines in lengths.items() if lines > MAX_FUNCTION_LINES} == {}


def test_the_package_stays_readable_as_a_whole():
    sizes = {path.relative_to(tree.SRC).as_posix(): tree.code_lines(path) for path in tree.python_files("src")}
    language = sum(size for path, size in sizes.items() if path.startswith(LANGUAGE))
    code = sum(sizes.values()) - language

    assert code <= MAX_CODE_LINES
    assert language <= MAX_LANGUAGE_LINES
