"""What somebody chose, in their own words for it, and what they changed it to: the present, and the trail behind it."""

import subprocess
import sys

import pytest

from memstrata.core.records import Status
from memstrata.scoped import ScopedMemory

CHAINS = [
    (
        "wedding venue",
        ["We settled on Larch Hall for the wedding venue", "we switched the wedding venue to Pier 9"],
        ["Larch Hall", "Pier 9"],
    ),
    ("caterer", ["I picked Basil & Rye as our caterer", "I've changed our caterer to Green Fork"], ["Basil & Rye", "Green Fork"]),
    ("婚礼场地", ["我原本的婚礼场地想先定在云顶花园", "我后来把婚礼场地改成老码头了"], ["云顶花园", "老码头"]),
    ("练车时间", ["我原本的练车时间想先定在周六晚上", "我后来把练车时间改成周日早上"], ["周六晚上", "周日早上"]),
    ("印刷厂", ["我们合作的印刷厂是金彩", "我们把印刷厂从金彩换成蓝田了"], ["金彩", "蓝田"]),
    ("deploy port", ["The deploy port is 9000", "we changed the deploy port from 9000 to 9001"], ["9000", "9001"]),
    ("editor", ["My favourite editor is Zed", "I use Neovim now"], ["Zed", "Neovim"]),
]


@pytest.mark.parametrize(("slot", "said", "values"), CHAINS, ids=[slot for slot, *_ in CHAINS])
def test_a_change_takes_the_place_of_what_was_chosen_before(anna: ScopedMemory, slot, said, values):
    for text in said:
        anna.remember(text)

    present = anna.lookup(slot)
    assert present is not None
    assert present.value == values[-1]
    assert [record.value for record in anna.history(slot)] == values


SPOKEN = [
    ("city", "I live in Turku", "I don't live in Turku anymore, I'm in Vaasa.", "Vaasa"),
    ("城市", "我住在泉州", "我已经不住泉州了，现在在莆田", "莆田"),
    ("employer", "I work at Kestrel", "I've left Kestrel and joined Marlin.", "Marlin"),
    ("公司", "我在启明上班", "我离开启明去了宏图", "宏图"),
    ("deadline", "The deadline is May 4", "They pushed the deadline out to June 15", "June 15"),
    ("截止日期", "截止日期是5月4号", "截止日期变了，现在是6月15号", "6月15号"),
    ("deadline", "The deadline is May 4", "The deadline isn't May 4 anymore, it's June 15", "June 15"),
    ("budget", "The budget is 6k", "The client raised our budget to 8k", "8k"),
    ("预算", "预算是6万", "客户把预算加到了8万", "8万"),
    ("manager", "My manager is Edda", "Bruno took over as my manager", "Bruno"),
    ("编辑器", "我用nano写代码", "我不用nano了，现在写代码用zed", "zed"),
    ("laptop", "My laptop is a Chromebook", "I traded my Chromebook in for a ThinkPad", "ThinkPad"),
    ("commute", "I take the tram to work", "I walk to work now instead of taking the tram", "walk"),
    ("wake time", "I wake up at 7", "I now wake up at 5:45", "5:45"),
    ("deploy port", "We deploy on port 8080", "We're deploying on 9300 from today, not 8080", "9300"),
    ("main branch", "The default branch is main", "main branch is now stable", "stable"),
]
ENDED = [
    ("employer", "I work at Kestrel", "I'm no longer with Kestrel"),
    ("employer", "I work at Kestrel", "I quit my job last week"),
    ("公司", "我在启明上班", "我从启明辞职了"),
    ("diet", "I'm vegetarian", "I went back to eating meat"),
    ("饮食", "我吃素", "我又开始吃肉了"),
    ("partner", "My girlfriend is Edda", "Edda and I broke up"),
    ("伴侣", "我女朋友叫小满", "我和小满分手了"),
]


@pytest.mark.parametrize(("slot", "told", "changed", "value"), SPOKEN)
def test_a_change_told_in_passing_leaves_one_present_value(anna: ScopedMemory, slot, told, changed, value):
    anna.remember(told)
    (former,) = anna.list()

    anna.remember(changed)

    present = anna.lookup(slot)
    assert present is not None
    assert (present.slot, present.value) == (former.slot, value)
    assert [record.value for record in anna.list() if record.slot == former.slot] == [value]


@pytest.mark.parametrize(("slot", "told", "ended"), ENDED)
def test_what_has_ended_is_no_longer_the_present_value(anna: ScopedMemory, slot, told, ended):
    anna.remember(told)
    (former,) = anna.list()

    anna.remember(ended)

    present = anna.lookup(slot)
    assert present is None or present.value is None
    assert next(record for record in anna.list(status=None) if record.id == former.id).status == Status.SUPERSEDED


CORRECTIONS = [
    ("The deploy port is 8080", "no, it's 8081, not 8080", "8081"),
    ("The deploy port is 8080", "it's not 8080, it's 8081", "8081"),
    ("部署端口是8080", "不对，是8081", "8081"),
    ("部署端口是8080", "不是8080，是8081", "8081"),
]


@pytest.mark.parametrize(("told", "corrected", "value"), CORRECTIONS)
def test_a_bare_correction_finds_its_attribute_in_the_session(anna: ScopedMemory, told, corrected, value):
    session = anna.session("s-1")
    session.add("user", told)
    session.add("assistant", "ok")

    session.add("user", corrected)

    present = anna.lookup("deploy.port")
    assert present is not None
    assert present.value == value


@pytest.mark.parametrize("text", ["Maybe I live in Boston", "我可能住在成都", "I think I'm allergic to kiwi", "端口好像是6001"])
def test_a_guess_about_the_user_waits_as_a_candidate(anna: ScopedMemory, text):
    anna.remember(text)

    assert [record.status for record in anna.list(status=None)] == [Status.CANDIDATE]


def test_whoever_only_reads_compiles_no_rule_of_writing():
    code = (
        "import memstrata.scoped; from memstrata.remember.rules import clauses, guards; "
        "print(clauses.book.cache_info().currsize, 'search' in vars(guards._MANAGES))"
    )

    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout

    assert printed.split() == ["0", "False"]
