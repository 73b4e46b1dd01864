"""The people and animals around the user, by name and by what they are to the user."""

from memstrata.core.records import Kind
from memstrata.remember.rules.rule import PEOPLE, Who, rule
from memstrata.remember.rules.subjects import KIN_WORDS_EN, KIN_WORDS_ZH

_PERSON: frozenset[Who] = frozenset(["person"])
_PETS = r"(?:dog|cat|puppy|kitten|rabbit|bunny|hamster|parrot|turtle|tortoise|goldfish|fish|guinea pig|ferret|bird|gecko|snake|horse|pony|hedgehog|lizard|corgi|labrador|golden retriever|poodle|husky|beagle|dachshund|pug|border collie|german shepherd|maine coon|budgie|cockatiel|chinchilla|axolotl|chicken|goat)"
_PETS_ZH = r"(?:猫咪?|狗狗?|小猫|小狗|兔子?|仓鼠|鹦鹉|乌龟|金鱼|刺猬|龙猫|鸟|柯基|金毛|泰迪|哈士奇|拉布拉多|边牧|布偶猫?|橘猫|英短|美短|暹罗猫?|缅因猫?|柴犬|萨摩耶|豚鼠|蜥蜴|守宫|鱼)"
_CHILDREN = r"(?:sons?|daughters?|kids?|child(?:ren)?|baby|babies|toddlers?|twins|boys?|girls?)"
_COUNT = r"(?:an?|one|two|three|four|five|\d|some|several)"
_COUNT_ZH = r"(?:一|两|二|三|四|五|\d)?(?:只|条|个|匹|对|头|群|位)?"

RULES = (
    rule("is-my", "my|our|我", en=[rf"BE (?:my|our) (?P<k>(?:\w+ )?(?:{KIN_WORDS_EN})|tech lead|team lead|product manager|project manager|\w+ (?:manager|lead|engineer|designer|teacher))(?:$|\s(?:now|at|from|and|in|since|for)\b|[.!])"], zh=[rf"是我(?:们)?(?:家)?的?(?P<k>(?:{KIN_WORDS_ZH}))$"], slot="{kin-of-k}", reads="subject-words", who=_PERSON, kind=Kind.BACKGROUND),
    rule("kin-of", "'s|的", en=[rf"'s (?P<k>{KIN_WORDS_EN}|wife|husband)(?:'s name)?(?:'s| is)(?: called| named)?<v>"], zh=[rf"家?的(?P<k>{KIN_WORDS_ZH})(?:的)?(?:名字)?(?:叫做?|名叫|是叫|是)<v>"], slot="{s}.{k}", reads="person", who=_PERSON, kind=Kind.BACKGROUND),
    rule("kin-name", "name|call|is|叫|是|'s", en=[r"(?:'s|s') name(?: is|'s)<v>", r"(?:'s| is)(?: called| named)?<v>"], zh=[r"(?:的)?名字?(?:是叫|是|叫)<v>", r"(?:的)?(?:叫做?|名叫|是)<v>$"], slot="{kin}", reads="person", who=_PERSON, kind=Kind.BACKGROUND),
    rule(
        "pet",
        "have|own|got|adopt|养|有|bought|名字",
        en=[
            rf"(?:have(?: got)?|has(?: got)?|got|owns?|adopted|bought|rescued|HAVE adopted|HAVE gotten) (?:{_COUNT}|my|our)(?: new| little| old| rescue| pet| baby| senior| \d+[- ]year[- ]old| \w+)? {_PETS}s?,? (?:named|called|and (?:his|her|its) name is|(?:his|her|its|their) names? (?:is|are))<v>",
        ],
        zh=[rf"(?:家里?)?(?:里)?(?:有|养了?|养着|领养了?|收养了?)(?:一)?{_COUNT_ZH}(?:[一-鿿]{{0,3}}色?的?)?{_PETS_ZH}[，,]?(?:它|她|他)?(?:的)?(?:名字)?(?:名)?(?:叫做?|是)<v>"],
        slot="{s}.pet",
        reads="names",
        kind=Kind.BACKGROUND,
        wide=True,
        who=PEOPLE,
    ),
    rule(
        "pet-kind",
        "have|own|got|adopt|养|有|bought|rescue",
        en=[rf"(?:have(?: got)?|has(?: got)?|got|owns?|adopted|bought|rescued|HAVE adopted) (?P<v>(?:{_COUNT})(?: [\w-]+){{0,2}} {_PETS}s?(?: and (?:{_COUNT}) (?:\w+ )?{_PETS}s?)?)(?!-|\s(?:person|lover|food|photo|picture|meme|costume|problem|question|emoji|race))\b"],
        zh=[rf"(?:家里?)?(?:里)?(?:有|养了?|养着|领养了?|收养了?)(?P<v>(?:一|两|二|三|四|五|\d)?(?:只|条|个|匹|对|头)(?:[一-鿿]{{0,3}}色?的?)?{_PETS_ZH})"],
        slot="{s}.pet",
        reads="text",
        kind=Kind.BACKGROUND,
        who=PEOPLE,
    ),
    rule("child", "have|got|有|生了|expecting", en=[rf"(?:have(?: got)?|has(?: got)?|got) (?:{_COUNT})(?: \w+)?(?: \w+)? {_CHILDREN},? (?:named|called|(?:his|her) name is|whose name is|and (?:his|her) name is)<v>"], zh=[rf"(?:有|生了?)(?:了)?(?:一)?{_COUNT_ZH}(?:大?女儿|儿子|闺女|孩子|宝宝|娃)[，,]?(?:他|她)?(?:的)?(?:名字)?(?:小名)?(?:叫做?|是)<v>"], slot="{s}.child", reads="names", kind=Kind.BACKGROUND, wide=True, who=PEOPLE),
    rule("children", "have|got|有|生了|expecting|怀孕", en=[rf"(?:have(?: got)?|has(?: got)?) (?P<v>(?:{_COUNT})(?: (?:young|little|small|teenage|grown|adult|\d+[- ]year[- ]old|adopted|older|younger))?(?: (?:young|little))? {_CHILDREN}(?: and (?:{_COUNT}) {_CHILDREN})?)\b", r"BE (?:expecting|pregnant with) (?P<v>(?:a|our|my|twins)[\w ]*)"], zh=[r"(?:有|生了|育有)(?P<v>(?:一|两|二|三|四|\d)(?:个|位|对)(?:[一-鿿\d]{0,5}的)?(?:女儿|儿子|闺女|孩子|小孩|双胞胎|宝宝|娃))"], slot="{s}.child", reads="text", kind=Kind.BACKGROUND),
    rule("sibling", "have|有", en=[rf"HAVE(?: got)? (?P<v>{_COUNT}(?: (?:older|younger|twin|big|little|elder))? (?:brothers?|sisters?|siblings?)(?: and {_COUNT} (?:\w+ )?(?:brothers?|sisters?))?)\b"], zh=[r"(?:有)(?P<v>(?:一|两|二|三|四|\d)个(?:哥哥|姐姐|弟弟|妹妹|亲哥|亲姐|亲弟|亲妹))"], slot="{s}.sibling", reads="text", kind=Kind.BACKGROUND),
    rule("only-child", "only child|独生", en=[r"BE an (?P<v>only child)"], zh=[r"是(?P<v>独生(?:子女|女|子))"], slot="{s}.sibling", reads="text", kind=Kind.BACKGROUND),
    rule("married-to", "married to|dating|engaged to|嫁给|娶了|和", en=[r"BE (?:married|engaged) to<v>", r"BE dating (?P<v>[a-z]\w+)"], zh=[r"(?:嫁给了?|娶了?)<v>"], slot="{s}.partner", reads="person", kind=Kind.BACKGROUND),
    rule("reports", "report", en=[r"reports? to (?P<v>[a-z]\w+)"], zh=[r"(?:向|跟)(?P<v>[^，,。]{2,4})汇报(?:工作)?$"], slot="{s}.manager", reads="person", kind=Kind.BACKGROUND),
    rule("roommate", "live with|share|合租|一起住", en=[r"(?:live|share (?:a|an) (?:flat|apartment|house)) with (?P<v>(?:my|two|three|a) [a-z]+(?: and (?:my )?[a-z]+)?)"], zh=[r"(?:和|跟|与)(?P<v>[^，,。]{1,8}?)(?:一起住|同住|合租)"], slot="{s}.household", reads="text", kind=Kind.BACKGROUND),
)
