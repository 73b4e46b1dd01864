"""Why a message is recalled for or not: the words that stand in the trace."""

from enum import StrEnum


class Reason(StrEnum):
    """The first group needs no recall, the second does."""

    BLANK = "blank"
    SMALL_TALK = "small talk"
    CONTINUATION = "continuation"
    SHOWN = "answered in the window"
    FOLLOW_UP = "follow-up in the window"
    COMPUTATION = "computation"
    TRANSFORM = "text at hand"
    CODE = "code at hand"
    CREATIVE = "creative request"
    GENERAL = "general knowledge"

    KNOWN = "known name"
    PAST = "reference to the past"
    HABIT = "habit or preference"
    SLOT = "asks for a slot"
    PERSONAL = "about the person"
    SHARED = "shared work"
    DEFINITE = "refers to something known"
    TOPIC = "change of topic"
    NEW_SESSION = "new session"
    DOUBT = "may need memory"
