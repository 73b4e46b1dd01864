"""What can stand where a password would and is none: a remark about it, a stand-in, a piece of code, a count."""

import re

# What people say of a password: "is wrong", "is required", "must be", "policy", "manager".
_REMARKS = frozenset(
    """
    a about above admin's after again all also always an and any are as at back bad be been before being below better between
    blank both broken but by case changed closed compromised correct current default different disabled done easy either empty
    encrypted enabled enough entered expired expires expiring exposed false fine for forgotten from given gone good great hard
    hashed he her here hidden his how i ignored important in incorrect invalid irrelevant it its just known leaked less letters
    like long lost managed mandatory maybe me mine missing more must my n/a needed never new no none nonempty not nothing now
    null obvious of ok okay old on one only open optional or our out outdated pending plain please policy possible probably
    public private randomly ready rejected required reset right s safe salted same saved secret secure sensitive sent set shared
    short simple so some something soon still stolen stored str string strong stuff such temporary that the their then there
    these they this those to too true unchanged undefined unknown unset unsafe up useless using valid very visible vulnerable
    was weak what where with using via which who why will working wrong yes you your bool int bytes type text number var val
    value field input hash prompt hint manager protected protection authentication auth login page error errors failed failure
    mismatch issue rotation requirements rules reuse sharing strength length history spraying cracking guessing attempts
    """.split()
)
_TECHNIQUES = (
    r"sha-?\d+|md5|argon2(?:id|i|d)?|bcrypt|scrypt|pbkdf2|base64|utf-?8|oauth2?|2fa|mfa|totp|aes(?:-?\d+)?|rsa|ssl|tls|http\S*"
    r"|v\d+(?:\.\d+)*"
)
_STAND_INS = (
    r"null|none|nil|undefined|true|false|passw(?:or)?d|pwd|xxx+|\*+|\.{2,}|…+|_+|-+|#+|\?+|change_?me|your[_\-]?\S*|(?:wrong|new|old|incorrect|invalid|current|stored|hashed|user|plain|raw|provided|confirm|my)_?-?password"
    r"|<\S*|\$\{\S*|\$\([^)]*\)?|\$[a-z_]+|\{\S*|%\S*%|\[masked:\S*|\[redacted\S*"
)
_NO_VALUE = re.compile(rf"(?:{_TECHNIQUES}|{_STAND_INS})\W*")
_UNIT = re.compile(
    r" ?(?:位|个|個|次|天|年|月|日|分钟|小时|字符|字母|加密|哈希|算法|以上|以内|以下"
    r"|(?:characters?|chars?|digits?|letters?|days?|times?|months?|words?|attempts?|bytes?|or more)\b|to \d)"
)
_CODE = re.compile(r"[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)+|[A-Za-z_][A-Za-z0-9_.]*[(\[]\S*|[a-z]+(?:_[a-z]+)+|[(\[{]\S*")
_RULE = re.compile(
    r"(?:must|should|too|not|cannot|can't|has|is|at least|at most|please|invalid|incorrect|wrong|required|enter|minimum)\b"
    r"|.*(?:必须|必須|不能|不得|至少|最少|最多|请|請|不要|错误|錯誤|不正确|过期|過期|为空|不一致|长度|字符)"
)
SHORTEST = 3  # characters; a shorter run is a count or a letter
SHORTEST_PIN = 4
SHORTEST_STRONG = 6


def is_remark(value: str) -> bool:
    """Whether the word says something about a password or stands for one."""
    low = value.lower()
    return low.strip("!?.'") in _REMARKS or _NO_VALUE.fullmatch(low) is not None


def is_message(value: str) -> bool:
    """Whether quoted words are what a program says of a password: "must be at least 8 characters", 不能为空."""
    return is_remark(value) or _RULE.match(value.lower()) is not None or not any(character.isalnum() for character in value)


def is_hollow(value: str, following: str) -> bool:
    """Whether the value is a remark, a count of what follows it, or too short; `following` is the lower-case text behind."""
    counts = value[:1].isdecimal() and len(value) < 6 and _UNIT.match(following) is not None
    short = len(value) < SHORTEST or (value.isdecimal() and len(value) < SHORTEST_PIN)
    return counts or short or is_remark(value) or not any(character.isalnum() for character in value)


def is_code(value: str) -> bool:
    """Whether the value is a name or a call of a program: `form.password.data`, `getpass(`, `stored_password`."""
    return _CODE.fullmatch(value) is not None


def is_strong(value: str, shortest: int = SHORTEST_STRONG) -> bool:
    """Whether a run looks like a password by itself: long enough, letters with digits or with marks."""
    value = value.rstrip("*_~`")  # the end of emphasis
    if len(value) < shortest or is_remark(value):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdecimal() for character in value)
    marks = any(character in "!@#$%^&*+=_~" for character in value[:-1])  # a last one may end the sentence
    return letters and (digits or (marks and not is_code(value.lower())))
