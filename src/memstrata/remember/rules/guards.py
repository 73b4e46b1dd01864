"""How a sentence is meant: asked, guessed, imagined, hearsay, ironic, for once only, about memory itself, or plain.

All functions take folded lower-case text. None of them looks at what the sentence says, only at its manner.
"""

from memstrata.remember.rules import hedges, lazy

HEDGED = 0.4  # below the 0.5 from which a fact counts
HEARSAY = 0.35
PLAIN = 1.0

_MANAGES = lazy.Pattern(
    r"(?:^|[.!?,\n]\s{0,3})(?:please |pls |can you |could you |would you |kindly |ok |okay |hey |also |now |just |i want you to "
    r"|i'd like you to |you can |you should )*(?:forget (?:that|about|what|everything|all|my|the|it|this|i\b|me\b|we\b|our)"
    r"|(?:delete|erase|remove|wipe|clear|purge|drop)(?: (?:that|this|it|all|everything|any|what|the|my|of|about|i|you|from|"
    r"know|told|said|saved|stored|remember\w*|fact|note|entry)){0,8} (?:memor(?:y|ies)|you know|remember(?:ed)?|told you|stored|saved)"
    r"|(?:do not|don't|dont|never|stop) (?:remember(?:ing)?|sav(?:e|ing)|stor(?:e|ing)|memori[sz](?:e|ing)|record(?:ing)?|"
    r"keep(?:ing)? (?:that|this|it|a record|track)|not(?:e|ing) (?:this|that|it)|learn(?:ing)? from)|update (?:your )?memory to remove)"
    r"|\boff the record\b|\bdo not save\b|\bdon't (?:save|store|remember|memori[sz]e) (?:this|that|it|any)\b|\bshould not "
    r"be (?:saved|remembered|stored)\b"
    r"|(?:^|[。！？，,.\s]|请|麻烦你?|帮我|你|可以|把)(?:忘掉|忘记|忘了)(?=我|关于|之前|刚才|刚刚|这|那|它|吧|所有|全部|以前|上面)(?!自己)"
    r"|把.{1,30}?(?:忘掉|忘了吧|忘记|从记忆|删掉|删除|清除|抹掉)(?:吧|掉|了)?(?:[。！!，,]|$)|(?:删除|删掉|清除|清空|抹掉|"
    r"移除).{0,12}(?:记忆|记录|你记住|你知道)"
    r"|(?:不要|别|不用|无需|不必|请勿|禁止|千万别)(?:再)?(?:记住|记下|记录|保存|存储|存下|存到|记进|记到|记得我|写进|往记忆)"
    r"|(?:不要|别)(?:再)?记(?:这|我|了|它|$)|不要入库"
)
_MATERIAL = lazy.Pattern(
    r"\b(?:translate|proofread|paraphrase|rephrase|rewrite|summari[sz]e|correct the (?:grammar|following)|fix the grammar|"
    r"polish|classify|parse|analy[sz]e the (?:sentence|text|following))\b(?! (?:services?|teams?))"
    r"|\b(?:write|draft|compose|generate|create|make up|give me|come up with|tell me)(?: me| us| down)?(?: an?| the| some| "
    r"two| three| five| \d+)?(?: [a-z]+){0,2} "
    r"(?:story|poem|song|letter|email|e-mail|essay|dialogue|dialog|script|speech|sentence|sentences|joke|haiku|bio|cover "
    r"letter|persona|tweet|post|example|examples|novel|scene|character|slogan|reply|test data|fixture|test case)\b"
    r"|\b(?:pretend|role-?play|act as|imagine|play the role|you are now|let's play|suppose you|speak as|in the voice of|"
    r"from now on you are|act like|assume the role)\b"
    r"|\b(?:how (?:do|would|can) (?:i|you|we) say|what does .{1,60} mean|for example|for instance|e\.g\.|example:|such as:|"
    r"lyrics|quote:|the (?:character|protagonist|hero|narrator)|in the (?:movie|film|novel|book|story|song|game))\b"
    r"|(?<![是做名当任为])翻译|译成|润色|改写|续写|扩写|缩写|仿写|造句|校对|总结一下(?:这|下面|以下)|概括(?:一下)?(?:这|下面|以下)"
    r"|帮我写|(?<!在)(?<!了)写(?:一|个|两|三|几|首|篇|封|段)|编(?:一|个)(?:个|段)?(?:故事|笑话|对话)|讲(?:一|个)(?:个)?(?:故事|笑话)"
    r"|假装|扮演|角色扮演|你(?:现在)?是一(?:个|名|位)|你来当|想象(?:一下|你)|模拟|假设你|例如|比如说?[:：,，]|举个例子|"
    r"示例[:：]|(?:这句|这段|以下|下面)(?:话|文字|内容|句子|文本)?(?:是什么意思|[:：])|主人公|主角|歌词|台词|小说里|电影里|"
    r"书里|故事里|剧里|游戏里"
)
_QUESTION_START = lazy.Pattern(
    r"\s*(?:(?:so|and|but|ok|okay|hey|hi|well|btw|also|please|then|or)[,\s]+)*(?:(?:what|which|who|whom|whose|why|how|where)"
    r"(?:'s|'re|'d)?\s|when\s+(?:is|are|was|were|did|do|does|will|should|can)\s"
    r"|(?:do|does|did|is|are|was|were|am|can|could|will|would|should|shall|may|might|have|has|had|isn't|aren't|don't|"
    r"doesn't|didn't|can't|won't|shouldn't|wouldn't|couldn't|haven't)\s+"
    r"(?:i|you|we|he|she|it|they|my|our|your|the|this|that|these|those|there|anyone|someone|somebody|any|all|a|an|tom|"
    r"[a-z]{2,12}\s+(?:allergic|live|like|work|know|have|want|need))\b|any\s(?:idea|chance|way|tips|suggestions|recommendations))"
)
_QUESTION_END = lazy.Pattern(r"[?？][\s\"'”’)）]*$")
_ZH_QUESTION = lazy.Pattern(
    r"(?:吗|么(?<!什么)(?<!那么)(?<!这么)(?<!怎么)|呢)[？?。.!！~～\s]*$|什么|啥(?!都)|哪(?!怕)|谁(?!都)|怎么|怎样|为何|"
    r"为什么|多少|几(?=[个点号时岁天次种位年月口只家]|$)|是不是|有没有|能不能|可不可以|会不会|要不要|"
    r"好不好|行不行|对不对|是否|多久|多大|多长|多远|如何|有无|[\u4e00-\u9fff]没[\u4e00-\u9fff]?[？?]$|请问|想知道|不知道|"
    r"不清楚|不确定该|记不记得|还记得"
)
_ZH_NOT_ASKED = lazy.Pattern(
    r"[这那近前后头]几[个年天月次]|十几|几十|什么都|什么也|什么的|没什么|没怎么|不怎么|随便什么|怎么都|谁都|哪都|哪里都|"
    r"几乎|好几|几个月前|几年前|几天前|多少有点|不管什么|无论"
)
_TAG = lazy.Pattern(
    r"\s*(?:,?\s*(?:right|correct|no|yeah|yes|ok|okay|isn't it|aren't i|don't i|don't you think|you know|huh|eh|is that "
    r"(?:right|correct|ok|okay))|对吗|对吧|是吧|是吗|对不对|是不是|没错吧|不是吗)\s*[?？]*\s*$"
)
_HYPOTHETICAL = lazy.Pattern(
    r"\bif (?:i|we|you|he|she|they|it|my|the|only|there|someone|tom|[a-z]+ (?:were|was|had|lived|worked))\b|\bwhat if\b|"
    r"\bi(?:'d| would) (?:live|move|work|be|have|use|buy|rather be|call|love to live|go)\b|\bsuppose\b|\bsupposing\b|"
    r"\bassum(?:e|ing)\b|\blet's (?:say|assume|pretend)\b|^\W*say (?:i|we|my)\b"
    r"|\bi wish\b|\bimagine\b|\bin theory\b|\bhypothetical\w*\b|\bin case i\b|\bunless\b|\bwere i to\b|\bas if\b|\bone day "
    r"i(?:'ll| will)\b|\bin another life\b|\bi dream(?:t|ed|s)? \b|\bdreamed (?:that|of)\b|\bprovided that\b"
    r"|如果|就当我|要是(?!不)|假如|假设|假使|倘若|若是|万一|要不是|(?<!没记错)(?<!没搞错)的话|除非|哪怕|即使我|即便我|但愿|希望我是|希望自己是|梦见|梦到|"
    r"梦想着|我是你|换作我|换成我|想象中|理论上|早知道"
)
_IRONIC = lazy.Pattern(
    r"\byeah,? right\b|\bsure,? (?:because|and i'm|jan)\b|\bas if\b|/s\b|\bsarcas\w+|\bhow original\b|\bjust what i "
    r"needed\b|\bwhat a surprise\b|\boh great\b|\bobviously i (?:love|enjoy|adore)\b|\bof course i (?:love|adore|enjoy) "
    r"(?:waiting|working|being|when|having|getting|debugging|bugs)\b"
    r"|\bi (?:just |really |absolutely |so )*(?:love|adore|enjoy) (?:it when|how|being (?:woken|ignored|stuck|yelled|paged|"
    r"late)|getting (?:paged|yelled|stuck|ignored)|waiting|debugging at|working (?:weekends|overtime)|meetings that|when)\b|"
    r"\bnot!\s*$|\bjust kidding\b|\bkidding\b|\bjk\b|\bjoking\b|\bjust a joke\b|\blmao\b|\brofl\b|🙄|🙃"
    r"|\bfor no reason\b|,? clearly[.!]*$|\bsaid no ?one ever\b|\blucky me\b|\bliving the dream\b"
    r"|\ballergic to (?:mondays?|work|mornings|meetings|homework|stupidity|people|drama|bills)\b"
    r"|对(?:工作|上班|周一|星期一|加班|早起|开会|学习|作业|数学|穷)过敏"
    r"|呵呵|呵，|才怪|才不是|开玩笑|逗你|骗你的|反话|我可真是|可真行|真是服了|真会挑|谢谢您嘞|多谢款待|最爱加班|(?:可|真|"
    r"真是|太)(?:爱|喜欢|享受)(?:加班|开会|改需求|堵车|熬夜|被)|狗头|\[doge\]|你猜|我还是(?:秦始皇|玉皇大帝|爱因斯坦|总统|皇帝)|那我还"
)
_HEDGED = lazy.Pattern(
    r"\b(?:maybe|perhaps|probably|possibly|might|may (?:be|have|move|need)|i think|i guess|i suppose|i believe|i feel like|"
    r"i assume|i reckon|i'm not sure|not sure|not certain|i'm not certain|kind of|kinda|sort of|sorta|i'm thinking (?:of|"
    r"about)|thinking (?:of|about)|"
    r"considering|seems?|presumably|not entirely|could be|should we|we should|we could|i should|i could(?! (?:eat|drink|"
    r"watch|play|live on))|roughly speaking|if "
    r"i remember|iirc|afaik|as far as i|more or less|i suspect|guessing|likely|supposedly|potentially|i'd say|i wonder|"
    r"wondering|unsure|who knows|toying with|tempted|leaning|could be wrong|don't quote me|(?:a|my) (?:feeling|hunch|guess)|memory serves|"
    r"last i checked|not (?:a )?(?:hundred|100) ?(?:percent|%)|(?:fairly|pretty|almost|quite) sure|chances are|there's a chance|"
    r"if i recall|if i'm not (?:mistaken|wrong)|may like|may prefer|i (?:doubt|imagine))(?:\b|(?<=%))"
    r"|可能|也许|或许|大概(?!是?\d)|大约是?(?!\d)|应该(?=会|算|快|可以|能|就)|我觉得|我感觉|感觉像|好像|似乎|估计|我猜|猜测|"
    r"说不定|没准|不一定|不太确定|不确定|未必|差不多是|不好说|考虑|在想|想着|或者(?!说)|要不(?!是|然)|也有可能|据我所知|"
    r"印象[中里]|没记错|记不(?:太|大)?清|八成|十有八九|搞不好|说不准|我?怀疑|拿不准|不敢(?:肯定|确定|保证)|多半|我(?:的[^，,。]{1,6})?应该是|应该是(?=对|在|有|住|叫)|应该是吧|吧[。.!！~～]*$|貌似|恐怕|没想好|还没定|犹豫|打不定"
)
_HEARSAY = lazy.Pattern(
    r"\b(?:i (?:heard|read|was told)|heard that|apparently|rumou?r|they say|people say|someone (?:said|told|says)|(?<!code )word is|"
    r"supposedly|allegedly|according to|"
    r"(?:he|she|they|[a-z]+) (?:said|says|claims|claimed|told (?:me|us)|thinks|believes|mentioned|reckons|insists|swears) "
    r"(?:that |i(?:'m|'ve|'ll)? |he |she |they |we |it |the |his |her |their |my ))"
    r"|我(?:的|家)?(?:朋友|同事|医生|老板|领导|妈妈?|爸爸?|老婆|老公|室友|邻居|老师|同学|[姐哥妹弟]{1,2})们?(?:都|总|老|也|就)?"
    r"(?:说(?![话明法服])|觉得|认为|告诉我|以为|怀疑)|(?:文档|说明书?|手册|邮件|报告|帖子|博客|书|网页?)(?:[里上中]面?)?(?:说|写着?的?|提到|讲)"
    r"|听说|据说|据称|传说|传言|听(?:人|他|她|别人|朋友|同事|老王)说|有人说|(?<!我)(?<!你)(?:他|她|他们|她们|别人|朋友|同事|"
    r"大家|医生|老板|网上|新闻|[老小阿][\u4e00-\u9fff]|"
    r"[王李张刘陈杨黄赵周吴徐孙马朱胡郭何林高郑罗宋谢唐韩曹许邓冯][\u4e00-\u9fff]{1,2})(?:说(?!话)|告诉我|跟我说|声称|认为|"
    r"以为)(?!明|法|服)|看到有人|文章(?:说|指出|提到)|报道"
)
_ONE_OFF = lazy.Pattern(
    r"\b(?:for this (?:one|reply|answer|response|task|time|question|message|chat|conversation|file|email|pr|commit|session|"
    r"test|exercise|example)|(?:just )?(?:for )?this (?:once|time)|just (?:for )?(?:now|today|once)|for now|for today|in "
    r"this (?:case|file|function|snippet|reply|message|chat|answer|code|test|example|thread)|this one time|for the moment|"
    r"temporarily|one-off|only today|for a (?:moment|minute|second)|right this (?:second|minute)|for the next (?:few )"
    r"?(?:minutes?|hours?|messages?))\b"
    r"|这一?次(?!的?(?:事故|教训|经验|复盘|项目|的?结论))|本次|这一?回(?!复|答)|这一条|这条(?:消息|回复)|这个(?:回答|回复|"
    r"问题|任务|文件|函数)|今天先|先(?:暂时|临时)|临时|暂时|就这一|仅此|只(?:在|限)(?:今天|这)|眼下|这段代码|这道题|"
    r"当前(?:这个)?(?:任务|文件|会话)|这里先"
)
_BROKEN = lazy.Pattern(
    r"\b(?:error|exception|traceback|stack ?trace|crash(?:es|ed|ing)?|segfault|fail(?:s|ed|ing|ure)?|broken|bug|throws?|"
    r"refused|timed? out|undefined|null pointer|(?:status|code|http) ?[45]\d\d|econn\w+|doesn't work|not working|won't "
    r"start|stuck(?! with)|hangs?|debug(?:ging)?)\b"
    r"|报错|异常|崩溃|失败|挂了|出错|错误|超时(?!时间|时长|设|上限|阈值|改|是|为)|连不上|打不开|起不来|跑不通|卡住|没反应|"
    r"调试|堆栈|红了|不生效|bug"
)


_LOOKED_AT = 500  # characters searched at once: the patterns take quadratic time where nothing ends a sentence
_ASKED_WITHIN = 5_000  # who asks to forget something says so early; what follows is material


def manages_memory(message: str) -> bool:
    """Whether the message asks to forget or not to save something: then nothing of it is to be remembered."""
    return any(
        _MANAGES.search(message[start : start + _LOOKED_AT]) for start in range(0, min(len(message), _ASKED_WITHIN), _LOOKED_AT // 2)
    )


def material_at(sentence: str) -> int:
    """Where the sentence begins to ask for a translation, a text or a role, or gives an example; -1 where it does not.

    What stands from there on is matter to work on and says nothing of the user.
    """
    match = _MATERIAL.search(sentence)
    return match.start() if match is not None else -1


_CHEER = lazy.Pattern(
    r"(?:you(?:'ve|'re|'ll)?\b|it's (?:ok|okay|all about|about|important|never|normal|a journey|not about)\b|that's (?:ok|"
    r"okay|what matters)\b"
    r"|every (?:step|little|small|bit)\b|we're all\b|we all\b|i'm (?:always )?(?:here|rooting|proud)\b|progress (?:takes|is)\b"
    r"|life (?:is|has)\b|things (?:take|get|will)\b|(?:relax|believe|breathe|have fun|smile|have patience|practice self|cherish|embrace)\b"
    r"|take (?:it (?:easy|one|slow)|care of yourself|time for|one (?:day|step)|deep)\b|be (?:kind|patient|proud|gentle|yourself)\b"
    r"|keep (?:going|it up|pushing|smiling|up the|your (?:chin|head)|moving|at it|believing)\b|(?:enjoy|find) (?:the|every|"
    r"it|life|yourself|joy|peace|balance)\b"
    r"|stay (?:strong|positive|focused|calm|true|motivated|safe|healthy|hopeful)\b|prepare (?:emotionally|mentally)|"
    r"celebrate (?:the|your|every)\b|focus on\b|trust (?:yourself|the process)"
    r"|the (?:details|journey|process|little things)$|加油|你(?:是最|已经很|可以的|很棒|能行|真棒)|慢慢来|照顾好自己|别太累|"
    r"开心(?:就好|最重要)|放轻松)"
)


def cheers(words: str) -> bool:
    """Whether what is to be remembered is comfort for whoever listens ("you've got this"), and no fact."""
    return _CHEER.match(words) is not None


_LETTER = lazy.Pattern(
    r"\b(?:note|letter|e-?mail|message|reply|tweet|post|bio|invitation|invite)\b|条|信|邮件|消息|回复|申请|通知|请柬|邀请|文案"
)
_FICTION = lazy.Pattern(
    r"\b(?:pretend|act|imagine|role|story|poem|song|novel|character|translate|proofread|following|below)\b|翻译|扮演|假装|"
    r"故事|小说|下面|以下|这段|这句|润色|改写"
)


def asks_for_letter(sentence: str) -> bool:
    """Whether it asks, as a question, for a note or letter: what follows it is what the user says of themselves."""
    return _QUESTION_END.search(sentence) is not None and _LETTER.search(sentence) is not None and _FICTION.search(sentence) is None


def asks(clause: str) -> bool:
    """Whether the clause is a question by its form."""
    if _QUESTION_END.search(clause) or _QUESTION_START.match(clause):
        return True
    return _ZH_QUESTION.search(_ZH_NOT_ASKED.sub("", clause)) is not None if not clause.isascii() else False


def starts_question(sentence: str) -> bool:
    """Whether a whole sentence is a question from its first word on."""
    return _QUESTION_START.match(sentence) is not None and (_QUESTION_END.search(sentence) is not None or " when " not in sentence)


def ends_in_tag(sentence: str) -> bool:
    """Whether the sentence asks to be confirmed: "…, right?", …对吧？"""
    return _QUESTION_END.search(sentence) is not None and _TAG.search(sentence) is not None


def for_once(sentence: str) -> bool:
    """Whether it holds for this answer, file or day only."""
    return _ONE_OFF.search(sentence) is not None


def reports_trouble(sentence: str) -> bool:
    """Whether it is about an error at hand."""
    return _BROKEN.search(sentence) is not None


def imagines(sentence: str) -> bool:
    """Whether it is a supposition, a wish or meant ironically: nothing in it is so."""
    return _HYPOTHETICAL.search(sentence) is not None or _IRONIC.search(sentence) is not None


def confidence(clause: str) -> float:
    """The most that a fact of this clause can be believed: below .5 for guesses and hearsay, 1 for a plain statement."""
    if _HEARSAY.search(clause):
        return HEARSAY
    return HEDGED if _HEDGED.search(clause) or hedges.found(clause) else PLAIN
