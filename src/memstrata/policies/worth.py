"""What passes and is not worth a memory, whoever proposes it: small talk, requests of the moment, passing states, logs (G1)."""

import re

MAX_CHARACTERS = 500  # of a sentence that is looked at

# Words of which a message of courtesy, mood or assent is made; one with any other word says something.
_SMALL_WORDS = frozenset(
    """hi hey hello howdy yo thanks thank thx cheers ok okay k sure yes yep yeah yup no nope nah please cool nice great perfect awesome wow
    lol lmao oh ah bye goodbye see you later good morning afternoon evening night one sounds got it i go on continue next worries problem
    never mind nevermind fine let me check think sec second moment hang hold wait brb back soon makes sense fair enough welcome right best
    well done job exactly agreed interesting there again tomorrow everyone all so very much that helped helps was love happy friday monday
    weekend have a day the is this too and for my your s re m amazing dude man haha""".split()
)
_LAUGH = re.compile(r"(?:ha)+h?|he(?:he)+|hm+|a+h+|o+h+|u+m+|lo+l", re.IGNORECASE)
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_SMALL_TALK_ZH = re.compile(
    r"(?:你好|您好|大家好|哈喽|嗨|喂|早安?|早上好|上午好|中午好|下午好|晚上好|晚安|拜拜|再见|回见|回头见|明天见|谢谢?|多谢|感谢|太"
    r"|帮大忙|辛苦|不客气|不用谢|没事|没关系|好的?|行|可以|嗯+|哦+"
    r"|噢+|哈+|嘿+|呵+|牛|厉害|真|棒|赞|笑死|懂|明白|知道|收到|了解|继续|没问题|稍等|等等|等一下|我?看看|算|吧|啊|呀|呢|了|啦|哇|哈"
    r"|吗|您|你|我|对|是的?|不是|没错|周末愉快|节日快乐|无聊|困|饿|累"
    r"|喜欢|就这样|先这样|回来|又|很|今天|天气|不错|ok)[\s，。！？,.!?~～：)）]*",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"(?:(?:please|now|then|ok(?:ay)?|so|and|can you|could you|just|also|hey|great|thanks)[\s,:]+){0,3}"
    r"(?:run|rerun|fix|show|make|write|create|add|remove|delete|rename|refactor|explain|translate|summari[sz]e|check|test|open"
    r"|close|print|list|give|tell|help|try|look"
    r"|find|search|install|build|deploy|commit|push|pull|update|change|move|compare|describe|draft|generate|calculate|convert"
    r"|shorten|rewrite|rephrase|undo|redo|revert"
    r"|restart|read|send|go|let's|imagine|pretend|act|suppose|use a|use the|put|set|turn|start|stop|review|debug|format|sort|count"
    r"|solve|repeat|answer|say (?:it|that|this|something|more|again|hi|hello)|book|plan|buy)\b"
    r"(?!(?: (?!the\b|an?\b|my\b|our\b|th(?:is|at)\b|it\b|me\b|us\b|wh|how\b|if\b|you|all\b|again\b|and\b|to\b)[\w-]+){0,3} "
    r"(?:is|are|was|were|has|have|runs|uses|listens|starts|ends)\b)"
    r"|(?:i (?:want|need|would like|'d like)|we need)(?: you)? (?:to see )?(?:a|an|some|the|you to) (?:\w+ ){0,2}"
    r"(?:function|script|poem|story|list|summary|example|table|query|regex|email|plan|recipe|joke|code|class|test|image|logo"
    r"|translation)s?\b"
    r"|(?:for|in) (?:this|that) (?:one|example|answer|file|case|time)\b|(?:just )?(?:this|for) once\b|i (?:have"
    r"|'ve got) an? (?:\w+ )?question\b",
    re.IGNORECASE,
)
_REQUEST_ZH = re.compile(
    r"(?:请|麻烦|那|再|先|顺便|好的?|现在|然后|能不能|可以)?(?:帮我|帮忙|给我|替我|运行|执行|跑一?下|写一?[个条段篇首份]|写个|改成?"
    r"|改一?下|修一?下|看看|看一?下|解释|翻译|总结|概括|检查|删除|删掉|添加|加上?一?个"
    r"|生成|列出|比较|对比|拟一?[条份个]|画一?[张个]|查一?下|搜一?下|说说|讲讲|讲个|换成|重写|重新|撤销|回退|打开|关闭|重启|继续"
    r"|试试|扮演|假装|想象|把|用[^，。]{1,8}(?:写|说|翻译|解释|回答))"
    r"|再(?:短|长|快|慢|大|小|多|少|简单|详细)一?点|我(?:想要|要|需要)一个?[^，。]{0,20}(?:函数|脚本|诗|故事|列表|表格|例子|总结"
    r"|方案|代码|图|邮件|笑话)|我有个[^，。]{0,12}问题"
    r"|[^，。]{0,12}(?:给我一个|给我个|大概比较一?下|怎么写)|你现在是|你来当",
)
_PASSING = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|user is|the user is) (?:now |currently |still |so |just |a bit |really )?"
    r"(?:bored|hungry|tired|sleepy|busy|cold|hot|lost|stuck|confused|back|here|done|ready|waiting|looking|getting|seeing|wearing"
    r"|sitting|standing|walking|driving"
    r"|eating|having|watching|listening|testing|trying|on (?:a call|the phone|the train|the bus|my way)|in (?:a|the) meeting"
    r"|at lunch|afk|running late|late)\b"
    r"|\bright now\b|\bat the moment\b|\bin (?:a|five|ten|\d+) (?:minutes?|seconds?|moment)\b"
    r"|\b(?:i|we|user)(?:'ve| have)? just (?:\w+ed|spilled|had|ate|got|saw|ran|made|did|woke|came|went|lost|broke|hit)\b"
    r"|\bstill (?:looks?|fails?|broken|off|wrong|not)\b|\blooks off\b|\b(?:it|that|this) (?:says|shows|prints|looks|worked|works"
    r"|failed|fails|helped)\b"
    r"|\b(?:the )?(?:second|first|third|last|other) (?:version|one|option|draft)\b|\bi like (?:it|this|that)\b|\bthat'?s not what\b"
    r"|\bwhat do you think\b",
    re.IGNORECASE,
)
_PASSING_ZH = re.compile(
    r"(?:^|[，。我户])(?:刚|刚刚|刚才)(?!开始学|毕业|搬|结婚|入职|买|换|出生|升)|正在?(?:等|看|吃|开会|忙|路上|排队)|在(?:等|吃"
    r"|开会|排队|路上|忙|打电话|重启)|午饭|早饭|晚饭在|此刻|现在(?:换了|有点|正|在|好|很)"
    r"|马上回|一会儿?(?:回|再|就)|好(?:饿|困|累|无聊|烦)|还是(?:不过|不行|报错|失败)|(?:提示|显示|打开)[^，。]{0,12}(?:权限|错误|报"
    r"|50\d|40\d)|第[一二三]个?(?:版|测试|方案)|你觉得呢|(?:没看懂|修好了|搞定了)|不是我(?:的意思|想要)"
)
_MACHINE = re.compile(
    r"(?i:\bheartbeat|\bcron\b|\[(?:cron|scheduler|system|info|warn|error|debug)[^\]]{0,40}\]|\bscheduled (?:reminder|task|job|run)"
    r"|^status:|\btraceback\b)|\b\d+ (?:errors?|warnings?)\b"
    r"|\b(?:INFO|WARN|ERROR|DEBUG|FATAL)\b|\bgoroutine\b|\bpanic:|\btraceback\b|\bassert\b|\bline \d+, in\b"
    r"|\w\((?:\w+=)?[\"'\w]{0,40}[\").]?$|^[^\s]{1,40}\(\)$|^[>$#]"
    r"|定时(?:任务|提醒)|心跳|自动触发|例行检查",
)
_HEARSAY = re.compile(
    r"\b(?:someone|somebody|people|they|everyone|everybody|a (?:friend|colleague|guy)) (?:told|says?|said|claims?|thinks?)\b"
    r"|\bi (?:heard|read) (?:that|somewhere)\b|\baccording to\b|\brumou?r"
    r"|有人(?:跟我|对我|和我)?说|听说|据说|网上说|别人(?:都|跟我)?说|邻居说|传言",
    re.IGNORECASE,
)
_SARCASM = re.compile(
    r"\byeah,? right\b|\boh,? (?:sure|great|wonderful|yeah)\b|\bmade of money\b|^great, another\b|\bjust LOVE\b|呵呵|可真是?太"
    r"|真棒[，。]|钱多得花不完|我可太"
)
_WISH = re.compile(
    r"\b(?:i|we|user) (?:would|'d|might|may|could) \b|\bi wish\b|\bat some point\b|\bif (?:i|we|only)\b|\bwe (?:may|might|could)\b"
    r"|要是我|如果我|假如|但愿|真希望|没准|说不定|哪天"
)
_WORDS = re.compile(r"[^\W\d_]")


def passing(sentence: str) -> str:
    """Why nothing in it is worth a memory: "small talk", "a request", "a passing state", "a line of a machine"; "" where it may be."""
    text = sentence[:MAX_CHARACTERS].strip()
    bare = text.strip(" \t\r\n.,;:!?。，；：！？…~～()（）")
    if not _WORDS.search(bare) or _only_small_words(bare) or _only_small_talk(bare):
        return "small talk"
    if _MACHINE.search(text):
        return "a line of a machine"
    if _REQUEST.match(text) or _REQUEST_ZH.match(text):
        return "a request"
    return "a passing state" if _PASSING.search(text) or _PASSING_ZH.search(text) else ""


def machine(sentence: str, message: str) -> str:
    """ "a line of a machine" where the sentence, or the first line of its message, is a log, a trace or a scheduler's; "" else."""
    first = message.lstrip()[:MAX_CHARACTERS].partition("\n")[0]
    return "a line of a machine" if _MACHINE.search(sentence[:MAX_CHARACTERS]) or _MACHINE.search(first) else ""


def ironic(sentence: str) -> bool:
    """Whether the opposite is meant, or nothing at all."""
    return _SARCASM.search(sentence[:MAX_CHARACTERS]) is not None


def doubtful(sentence: str) -> bool:
    """Whether it is hearsay, or only wished for or possible."""
    text = sentence[:MAX_CHARACTERS]
    return _HEARSAY.search(text) is not None or _WISH.search(text) is not None


def _only_small_words(bare: str) -> bool:
    words = _LATIN_WORD.findall(bare)
    spoken = bare.isascii() and len(bare) > 1 and bool(words) and not any(letter.isdigit() for letter in bare)
    return spoken and all(word.lower() in _SMALL_WORDS or _LAUGH.fullmatch(word) for word in words)


def _only_small_talk(bare: str) -> bool:
    """Whether a Chinese sentence consists of words of courtesy and mood alone, looked at from left to right."""
    at = 0
    while at < len(bare):
        found = _SMALL_TALK_ZH.match(bare, at)
        if found is None:
            return False
        at = found.end()
    return bool(bare)
