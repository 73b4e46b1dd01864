"""Who a clause speaks of, read from its first words."""

import re
from dataclasses import dataclass, replace

from memstrata.policies import slots
from memstrata.remember.rules import lazy, values
from memstrata.remember.rules.rule import Who

# One's own people: the words, the key of their own facts, the slot of the user that names them.
KIN: tuple[tuple[str, str, str], ...] = (
    ("wife", "wife|老婆|妻子|太太|媳妇儿?", "user.partner"),
    ("husband", "husband|老公|丈夫|先生", "user.partner"),
    ("girlfriend", "girlfriend|女朋友|女友", "user.partner"),
    ("boyfriend", "boyfriend|男朋友|男友", "user.partner"),
    ("partner", "partner|spouse|fiancee?|fiancée?|未婚妻|未婚夫|爱人|对象|伴侣", "user.partner"),
    ("daughter", "(?:(?:older|younger|elder|little|eldest|youngest|second|baby) )?daughter|大?女儿|小女儿|闺女", "user.child"),
    ("son", "(?:(?:older|younger|elder|little|eldest|youngest|second|baby) )?son|大?儿子|小儿子", "user.child"),
    ("child", "child|kid|baby|孩子|小孩|宝宝|娃", "user.child"),
    ("mother", "mother|mom|mum|妈妈?|母亲|老妈", "user.parent"),
    ("father", "father|dad|爸爸?|父亲|老爸", "user.parent"),
    ("sister", "(?:(?:older|younger|elder|little|big|twin) )?sister|姐姐?|妹妹?", "user.sibling"),
    ("brother", "(?:(?:older|younger|elder|little|big|twin) )?brother|哥哥?|弟弟?", "user.sibling"),
    ("grandmother", "grandmother|grandma|奶奶|外婆|姥姥", "user.grandparent"),
    ("grandfather", "grandfather|grandpa|爷爷|外公|姥爷", "user.grandparent"),
    ("uncle", "uncle|叔叔|舅舅|伯伯", "user.relative"),
    ("aunt", "aunt|阿姨|姑姑|舅妈", "user.relative"),
    ("cousin", "cousin|niece|nephew|表[哥姐弟妹]|堂[哥姐弟妹]|侄子|侄女|外甥女?", "user.relative"),
    ("manager", "(?:line )?manager|boss|supervisor|领导|老板|上司|主管|经理", "user.manager"),
    ("colleague", "colleague|co-?worker|team ?mate|同事|搭档|队友", "user.colleague"),
    ("friend", "(?:best |close |old )?friend|朋友|闺蜜|好友|哥们|发小", "user.friend"),
    ("roommate", "room ?mate|flat ?mate|house ?mate|室友|舍友", "user.roommate"),
    ("neighbour", "neighbou?r|邻居", "user.neighbour"),
    ("dog", "dog|puppy|corgi|labrador|poodle|husky|golden retriever|狗狗?|小狗|柯基|金毛|泰迪|哈士奇", "user.pet"),
    ("cat", "cat|kitten|kitty|猫咪?|小猫|布偶|橘猫|英短", "user.pet"),
    (
        "pet",
        (
            "pet|rabbit|bunny|hamster|parrot|turtle|tortoise|goldfish|guinea pig|ferret|bird|gecko|snake|horse|hedgehog|兔子|仓鼠|"
            "鹦鹉|乌龟|金鱼|刺猬|龙猫|宠物|鸟"
        ),
        "user.pet",
    ),
    (
        "boss_team",
        (
            "designer|mentor|doctor|dentist|therapist|landlord|accountant|lawyer|assistant|teacher|tutor|coach|trainer|advisor|"
            "teammate|client|tech lead|team lead|导师|老师|医生|牙医|房东|教练|客户|律师|助理|班主任"
        ),
        "",
    ),
)
KIN_WORDS_EN = "|".join(part for _, words, _ in KIN for part in re.split(r"\|(?![^(]*\))", words) if part.isascii())
KIN_WORDS_ZH = "|".join(
    sorted((part for _, words, _ in KIN for part in re.split(r"\|(?![^(]*\))", words) if not part.isascii()), key=len, reverse=True)
)
_KIN = tuple((key, lazy.Pattern(rf"(?:{words})\Z"), slot) for key, words, slot in KIN)

_NOT_NAMES = frozenset(
    "I I'm I've I'll I'd The This That These Those It It's He She They We You Your My Our His Her Their There Here What "
    "When Where Who Why How Which If But And Or So Because Since While Although Though Also Then Now "
    "Today Tomorrow Yesterday Tonight Maybe Perhaps Probably Actually Well Yes No Not Never Always Please Thanks Thank "
    "Hello Hi Hey Ok Okay Sure Sorry Just Only Even Still Every Each All Some Any Many Most Much More Both Either Neither One Two "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September "
    "October November December Let Let's Can Could Would Should Will Do Does Did Is Are Was Were Has Have Had Am Be "
    "Don't Remember Forget Run Use Make Add Fix Set Get Try Check Write Read Open Close Start Stop Deploy Update Create "
    "Delete Remove Show Tell Give Call Send Ask Move Build Test Push Pull Merge Commit Install Everyone Everybody Someone "
    "Somebody Nobody People Nothing Something Everything Anyone After Before During Until About Above Below Under Over In On At By For "
    "From With Without To Into Of Off Up Down Out Like Love Hate Prefer Likes Loves Hates Prefers Works Lives Used User Users "
    "Correction Note Reminder Update Question Answer Example Error Warning Info Debug Good Great Nice Cool Morning Evening "
    "Afternoon Night Btw Anyway However Another Other Others Such Same Different New Old Last Next First Second Third Few Several "
    "Sounds Looks Feels Seems Been Being Can't Couldn't Wouldn't Won't Didn't Doesn't Isn't Aren't Wasn't Wow Yeah Yep Yup "
    "Nope Congrats Awesome Amazing Totally Absolutely Definitely Glad Happy Hope Wish Means Makes Reminds "
    "Favourite Favorite Budget Deadline Project Backend Frontend Server Database Staging Production Service App Api API "
    "Standup Port Relay Later Once Lol Haha God Dear Guess Turns Speaking Honestly Currently Recently Usually Normally "
    "Generally Sometimes Often Lately Personally".split()
)
_NAME_EN = lazy.Pattern(r"\s*([A-Z][a-zA-Z]*[a-z](?:['’-][A-Z][a-z]+)?|[A-Z]{2,5})(?: ([A-Z][a-z]+(?:-[A-Z][a-z]+)?))?(?=['’\s])")
_ENGLISH = lazy.Pattern(
    r"\s*(?:(?P<user>my [a-z]+ and i|i and my [a-z]+|i|the user|user)(?=['\s])(?!'s)|(?P<users>(?:the )?user)(?='s\s)|"
    r"(?P<team>we|our team|the team|my team(?! lead)|our company|my company|the company)(?=['\s])"
    rf"|(?:my|our) (?P<kin>{KIN_WORDS_EN})(?:,? (?P<kin_name>[a-z][\w-]+)(?=,? (?:and i\b|is|has|was|will|lives|works|likes|"
    rf"loves|hates|starts|turned|turns|goes|wants|needs|can|"
    r"moved|speaks|studies|prefers|owns|can't|doesn't|just|got|started)\b|'s\s|\s*$))?(?:,)?(?=['\s]|$)"
    r"|(?P<our>my|our)(?=\s)|(?P<other>he|she|they|it|you|this|that|these|those|there|everyone|everybody|someone|somebody|"
    r"nobody|people|some|who|one|many|most|your|his|her|their|its)(?=['\s]))"
)
_CHINESE = lazy.Pattern(
    rf"\s*(?:(?P<team>我们(?!家[在住养有])(?:团队|公司|组|部门|这边|项目组)?|咱们|咱)|(?P<kin>(?:我家?|我的|"
    rf"我们家)(?:的)?(?:最好的|最铁的|以前的|现在的|大学|高中|新)?(?:{KIN_WORDS_ZH})"
    rf"|(?:{KIN_WORDS_ZH})(?=叫做?[^我你他她它去来]|名叫|是[一-鿿]{{2,3}}$))"
    rf"(?P<kin_name>{values.HAN_NAME}(?<![对的在是住喜负爱和跟不也都说去来把被会要有叫做最从现已很给用想每刚正过了与及])(?=(?:现在|目前)?[住在对喜是负会最今也爱特超很上每都不读下这明昨刚正要想])"
    rf"|(?!现在|以前|之前|今年|昨天|今天|明天|可能|应该|好像|其实|一直|都是|也是|就是|真的|老是|总是|已经|刚刚|最近|平时|"
    rf"经常|不是|说|告诉|觉得|认为|以为|怀疑|问|让)[一-鿿]{{2}}(?=住|刚满|马上|是[^的，,。]{{2,6}}$|对[^，,。]{{1,8}}过敏))?|(?P<user>我(?:和|跟)我?"
    rf"[一-鿿]{{1,6}}?(?:都|一起)*(?=住|搬|养|有|在)|我本人|我自己|我们家|我们?一家(?:人|三口|四口)?|一家(?:人|三口|四口)|"
    rf"全家|我家|本人|我|俺|用户)"
    rf"|(?P<other>他们|她们|它们|你们|您|你|他|她|它|这|那|大家|有人|别人|人们|作者|文章|主角|书中|电影|网上|新闻|谁|某))"
)
_NAME_ZH = lazy.Pattern(r"\s*([A-Za-z][A-Za-z0-9_.-]{1,20}(?: [A-Z][a-z]+)?)(?=\s*[一-鿿])")
_NO_LAST = frozenset("对的在是住喜负爱和跟不也都说去来把被会要有叫做最讨从现已很家给用想今昨明每刚正过了与及")  # open the predicate
_HAN_NAMES = lazy.Pattern(rf"\s*(?=({values.HAN_NAME}))")


@dataclass(frozen=True, slots=True)
class Subject:
    """A reading of the clause's subject: `key` as in slots, `end` where it ends in the padded clause, `words` as written."""

    who: Who
    key: str
    end: int
    words: str = ""
    slot: str = ""  # the user's slot that names a person of theirs
    named: str = ""  # that person's name where the subject tells it: "my son Leo"


def kin(word: str) -> tuple[str, str]:
    """(key, slot that names them) of one's own people: 女儿 is ("daughter", "user.child"); ("", "") for others."""
    for key, pattern, slot in _KIN:
        if pattern.match(word):
            plain = slots.key(word)
            return (plain, f"user.{plain}") if key == "boss_team" else (key, slot)
    return "", ""


def read(original: str, plain: str) -> tuple[list[Subject], bool]:
    """(readings, foreign): the subjects the clause may have, likeliest first; foreign where it speaks of somebody we do not know.

    Both texts are the padded clause, as written and folded; readings are [] where no subject is said.
    """
    return _read_chinese(plain, original) if _chinese_start(plain) else _read_english(plain, original)


def _chinese_start(plain: str) -> bool:
    return re.match(r"\s*(?:[A-Za-z0-9_.\- ]{0,24})[一-鿿]", plain) is not None


def _read_english(plain: str, original: str) -> tuple[list[Subject], bool]:
    match = _ENGLISH.match(plain)
    if match is not None:
        if match["user"]:
            return [Subject("user", "user", match.end("user"), original[match.start("user") : match.end("user")])], False
        if match["users"]:
            return [Subject("user", "user", match.end("users"))], False
        if match["team"]:
            return [Subject("team", "project", match.end("team"))], False
        if match["kin"]:
            key, slot = kin(match["kin"])
            named = match["kin_name"]
            if named and match.end("kin_name") == len(plain.rstrip()) and not original[match.start("kin_name")].isupper():
                return [Subject("person", key, match.end("kin"), match["kin"], slot)], False  # "my boss yelled"
            return [
                Subject("person", slots.key(named) if named else key, match.end(), match["kin"], slot, _as_written(match, original))
            ], False
        return [], match["other"] is not None
    named = _NAME_EN.match(original)
    if named is None or named[1] in _NOT_NAMES or named[1].endswith("ing"):
        return [], False
    readings = [Subject("person", slots.key(named[1]), named.end(1), named[1])]
    if named[2] and named[2] not in _NOT_NAMES:
        readings.insert(0, Subject("person", slots.key(f"{named[1]} {named[2]}"), named.end(2), f"{named[1]} {named[2]}"))
    return readings, False


def _as_written(match: re.Match[str], original: str) -> str:
    return original[match.start("kin_name") : match.end("kin_name")] if match["kin_name"] else ""


def _read_chinese(plain: str, original: str) -> tuple[list[Subject], bool]:
    match = _CHINESE.match(plain)
    if match is not None:
        if match["team"]:
            return [Subject("team", "project", match.end("team"), match["team"])], False
        if match["kin"]:
            word = re.sub(r"^(?:我们家|我家?)的?(?:最好的|最铁的|以前的|现在的|大学|高中|新)?", "", match["kin"])
            key, slot = kin(word)
            named = match["kin_name"]
            person = Subject(
                "person",
                slots.key(named) if named else key,
                match.end("kin_name") if named else match.end("kin"),
                word,
                slot,
                _as_written(match, original),
            )
            return [
                person,
                Subject("person", key, match.end("kin"), word, slot),
                Subject("user", "user", match.start("kin") + 1, "我"),
            ], False
        if match["user"]:
            whole = Subject("user", "user", match.end("user"), match["user"])
            return [whole, replace(whole, end=match.end("user") - 1)] if match["user"] in ("我家", "我们家") else [whole], False
        return [], True
    named = _NAME_ZH.match(original)
    if named is not None and named[1].lower() not in ("i", "btw", "ok"):
        return [Subject("person", slots.key(named[1]), named.end(1), named[1])], False
    return _han_names(plain), False


def _han_names(plain: str) -> list[Subject]:
    match = _HAN_NAMES.match(plain)
    if match is None:
        return []
    start, longest = match.start(1), match[1]
    ends = [start + len(longest), start + len(longest) - 1]
    if longest[0] in "老小阿大":
        ends.reverse()  # 小林 with 花生过敏, not 小林花
    names = [plain[start:end] for end in ends if end - start == 2 or (end - start > 2 and plain[end - 1] not in _NO_LAST)]
    return [Subject("person", slots.key(one), start + len(one), one) for one in names if values.person(one)]
