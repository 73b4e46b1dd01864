"""The one estimate of how many tokens a text takes, where no exact count is needed."""

from memstrata.text import language

# 1.5 Chinese characters or 4 others are a token; counted in twelfths of a token, so that sums stay whole numbers.
HAN_TWELFTHS = 8
OTHER_TWELFTHS = 3

# What a chat message takes beyond its text: 3 tokens of frame and 1 of role, as in OpenAI's cookbook,
# "How to count tokens with tiktoken" (num_tokens_from_messages).
TOKENS_PER_TURN = 4


def estimate(text: str) -> int:
    """Tokens of `text`, rounded up; 0 for the empty text."""
    return -(-twelfths(text) // 12)


def twelfths(text: str) -> int:
    """Twelfths of a token in `text`: exact, so that the parts of a text sum up to the whole."""
    han = language.count_han(text)
    return HAN_TWELFTHS * han + OTHER_TWELFTHS * (len(text) - han)
