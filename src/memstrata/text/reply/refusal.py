"""What a model says instead of an answer: that it cannot, or that there is nothing."""

import re

MAX_CHARACTERS = 300  # a longer text is no mere excuse

_NOTHING = re.compile(
    r"(?:null|none|nil|nothing|n/?a|no[ _-]?(?:facts?|memor(?:y|ies))(?:[ _-]found)?|empty|nothing[ _-]to[ _-](?:store|save|remember)"
    r"|无|没有|空|暂无|不需要|无需记忆|没有需要记住的(?:内容|信息)?|\(\)|\"\"|''|-)?[.。!！]?",
    re.IGNORECASE,
)
_SORRY = re.compile(
    r"(?:i(?:'|’)?m (?:very |so |really )?sorry|i am (?:very |so )?sorry|sorry|apologies|i apologi[sz]e|my apologies|unfortunately"
    r"|as an? (?:ai|large|language)\b|i (?:can't|can’t|cannot|am unable|won't|could not|couldn't))"
    r"|(?:非常|很|十分|实在)?(?:抱歉|对不起|不好意思|遗憾)|作为(?:一个|一名)?(?:ai|人工智能|语言模型|大?模型)|我(?:无法|不能|没办法)",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"\b(?:can't|can’t|cannot|can not|couldn't|could not|unable|not able|won't|don't|do not|didn't|did not|not find|no|none|nothing|not)\b"
    r"|无法|不能|没有|没办法|未|无|不便|不予",
    re.IGNORECASE,
)
_NOTHING_FOUND = re.compile(
    r"(?:there (?:is|are|was|were) (?:currently )?(?:no|nothing)|no|none of|nothing|i (?:did not|didn't|could not|couldn't) find any"
    r"|(?:the |this )?(?:user|conversation|message|input|text|dialogue|turn)s? "
    r"(?:did not|does not|do not|didn't|doesn't|don't|has not|contains? no))\b"
    r"[^.!?]{0,80}"
    r"\b(?:facts?|informations?|memor(?:y|ies|able)|preferences?|details|personal|relevant|extract(?:ed)?|remember|store[d]?|save[d]?)\b"
    r"|(?:本次|该|此|这段|用户的?)?(?:对话|消息|文本|输入|内容|发言)?(?:中|里)?(?:暂?未|没有?|暂?无|并未|不包含|不含)(?:能)?"
    r"(?:发现|找到|检测到|提取到?|提供|包含|提及|透露|任何|需要|值得|可以|可供|可|有)[^。！？]{0,30}(?:信息|记忆|事实|内容|偏好)",
    re.IGNORECASE,
)


def is_nothing(text: str) -> bool:
    """Whether the whole text only says "none" in one word; true for a blank one."""
    return _NOTHING.fullmatch(text.strip()) is not None


def refuses(text: str) -> bool:
    """Whether the text is an excuse ("I'm sorry, I can't …", 抱歉，无法…) rather than an answer."""
    opened = text.strip()
    found = _SORRY.match(opened)
    return found is not None and len(opened) <= MAX_CHARACTERS and _CANNOT.search(opened) is not None


def finds_nothing(text: str) -> bool:
    """Whether the text says in words that there is nothing to remember."""
    opened = text.strip()
    return len(opened) <= MAX_CHARACTERS and _NOTHING_FOUND.match(opened) is not None
