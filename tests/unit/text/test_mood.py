"""Signals about the agent's answers, and what is none."""

import pytest

from memstrata.text.mood import Signal, signals

SAID = {
    Signal.TOO_LONG: [
        "That's too long.", "Way too long!", "too long, get to the point",
        "Please get to the point.", "your answers are too wordy",
        "You're rambling.", "I don't need an essay.", "keep it short please", "太啰嗦了", "你的回答太长了。", "讲重点",
        "能不能直接说重点", "别这么啰嗦",
        "少说废话。", "长话短说", "说得简短一点",
    ],
    Signal.TOO_SHORT: ["That's too short.", "please elaborate", "I need more details", "太简略了", "讲得详细一点"],
    Signal.TOO_TECHNICAL: ["that's way too technical for me", "in plain English please", "太专业了", "说人话", "讲得通俗一点"],
    Signal.TOO_SHALLOW: ["this is too generic", "You don't need to explain the basics", "太笼统了", "不用讲基础"],
    Signal.OFF_POINT: ["That's not what I asked.", "you didn't answer my question", "答非所问", "你没有回答我的问题", "我问的不是这个"],
    Signal.REPEATS: ["you already said that", "You're repeating yourself", "你刚才说过了", "别再重复了"],
    Signal.FRUSTRATED: [
        "This is so frustrating!", "How many times do I have to say it", "you're not listening", "I've told you twice", "都说了多少遍了",
        "你怎么又错了", "气死我了",
    ],
    Signal.PLEASED: [
        "Perfect!", "thanks, that's perfect", "exactly what I needed", "great explanation!",
        "完美！", "这正是我要的", "讲得很清楚", "你真棒",
    ],
}  # fmt: skip
UNSAID = [
    "thank you so much, that helped",
    "The queue at the post office was too long.", "My commute is too long.", "Is that too long?",
    "it's not too long", "My boss is too long-winded",
    "She said \"get to the point\".", "thanks", "Thanks a lot!", "谢谢", "好的，谢谢", "这条路太长了以后我们坐车",
    "这部电影太长了吗？", "老板太啰嗦了",
    "如果太长了就删掉", "我女朋友说我太啰嗦", "In a perfect world I live in Crete",
    "the perfect gift for my sister", "我喜欢完美的结局", "我很烦躁",
    "I feel sad today", "I am depressed", "我最近很抑郁", "The deadline is too short for us",
    "他怎么又错了", "make the skirt shorter", "too many cooks",
]  # fmt: skip


@pytest.mark.parametrize(("signal", "text"), [(signal, text) for signal, texts in SAID.items() for text in texts])
def test_hears_what_is_said_of_the_answers(signal, text):
    assert signal in [found for found, _ in signals(text)]


@pytest.mark.parametrize("text", UNSAID)
def test_hears_nothing_in_what_speaks_of_other_things(text):
    assert signals(text) == []


def test_each_signal_comes_once_with_its_clause():
    text = "Too long. Way too long. And that's not what I asked."

    found = signals(text)

    assert [(signal, span.of(text).strip()) for signal, span in found] == [
        (Signal.TOO_LONG, "Too long."),
        (Signal.OFF_POINT, "And that's not what I asked."),
    ]


def test_a_long_text_is_read_in_time():
    assert signals("too " * 200_000) == []
