"""The slots with a name: whose attribute each is, how many values it holds, and by which words people name it, in both languages.

A name is `subject.attribute`; the subject is whom it speaks of: `user`, `reply` (how to answer), `deploy`, `database`, `project`,
`meeting`. The two open families `user.favourite.<thing>` and `user.like.<thing>` and the free slots are made in `naming`.
"""

from dataclasses import dataclass
from typing import Literal

from memstrata.core.records import Kind

Cardinality = Literal["one", "many"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One row: `importance` in [0, 1] is the default of a fact in it; `zh` and `en` are names without "my" or 我的."""

    name: str
    kind: str
    importance: float
    zh: tuple[str, ...]
    en: tuple[str, ...]
    cardinality: Cardinality = "one"

    @property
    def subject(self) -> str:
        return self.name.partition(".")[0]


def _slot(name: str, kind: str, importance: float, en: str, zh: str) -> Slot:
    """A row; a `*` behind the name marks a slot that holds many values."""
    many = name.endswith("*")
    return Slot(
        name=name.rstrip("*"),
        kind=kind,
        importance=importance,
        zh=tuple(zh.split("|")),
        en=tuple(en.split("|")),
        cardinality="many" if many else "one",
    )


_BACKGROUND, _PREFERENCE, _HABIT, _FACT, _TASK = Kind.BACKGROUND, Kind.PREFERENCE, Kind.HABIT, Kind.FACT, Kind.TASK

TABLE: tuple[Slot, ...] = (
    # Who the user is
    _slot("user.name", _BACKGROUND, 0.85, "name|full name|real name|first name|last name", "名字|姓名|全名|真名|本名|大名|英文名|中文名"),
    _slot("user.nickname", _BACKGROUND, 0.8, "nickname|nick|preferred name", "昵称|外号|小名|绰号|称呼"),
    _slot("user.age", _BACKGROUND, 0.6, "age", "年龄|年纪|岁数"),
    _slot("user.birthday", _BACKGROUND, 0.8, "birthday|date of birth|birth date|bday|dob", "生日|出生日期"),
    _slot("user.birthyear", _BACKGROUND, 0.6, "birth year|year of birth", "出生年份"),
    _slot("user.gender", _BACKGROUND, 0.6, "gender|sex", "性别"),
    _slot("user.pronouns", _BACKGROUND, 0.7, "pronouns|pronoun", "人称代词"),
    _slot("user.zodiac", _BACKGROUND, 0.3, "zodiac sign|star sign|zodiac", "星座|属相|生肖"),
    _slot("user.mbti", _BACKGROUND, 0.4, "mbti|personality type", "人格类型"),
    _slot("user.blood_type", _BACKGROUND, 0.7, "blood type|blood group", "血型"),
    _slot("user.height", _BACKGROUND, 0.4, "height", "身高"),
    _slot("user.weight", _BACKGROUND, 0.4, "weight", "体重"),
    _slot("user.shoe_size", _BACKGROUND, 0.4, "shoe size", "鞋码"),
    _slot("user.religion", _BACKGROUND, 0.6, "religion|faith", "宗教|信仰|宗教信仰"),
    _slot("user.nationality", _BACKGROUND, 0.6, "nationality|citizenship", "国籍"),
    # Places
    _slot(
        "user.city",
        _BACKGROUND,
        0.75,
        "city|home city|current city|place of residence|residence|home",
        "城市|所在城市|居住地|住址|住处|现居|常住地|家",
    ),
    _slot("user.hometown", _BACKGROUND, 0.65, "hometown|home town|birthplace|place of birth", "家乡|老家|故乡|籍贯|出生地"),
    _slot("user.country", _BACKGROUND, 0.65, "country|home country", "国家|所在国家"),
    _slot("user.timezone", _BACKGROUND, 0.7, "timezone|time zone|tz", "时区"),
    _slot("user.commute", _BACKGROUND, 0.4, "commute", "通勤|通勤方式"),
    _slot("user.workplace", _BACKGROUND, 0.5, "workplace|office location", "办公地点|工作地点"),
    # Work and study
    _slot("user.job", _BACKGROUND, 0.75, "job|occupation|profession|job title|role|position|line of work", "职业|工作|岗位|职位|职务|头衔"),
    _slot("user.employer", _BACKGROUND, 0.75, "employer|company|workplace name|firm", "公司|雇主|单位|东家|任职公司"),
    _slot("user.department", _BACKGROUND, 0.5, "department", "部门"),
    _slot("user.team", _BACKGROUND, 0.5, "team", "团队|小组"),
    _slot("user.school", _BACKGROUND, 0.65, "school|university|college|alma mater", "学校|母校|大学|院校"),
    _slot("user.major", _BACKGROUND, 0.6, "major|field of study|degree", "专业|学位"),
    _slot("user.experience", _BACKGROUND, 0.5, "years of experience|experience", "工作年限|从业年限"),
    _slot("user.surname", _BACKGROUND, 0.7, "surname|family name", "姓|姓氏"),
    _slot("user.stack*", _BACKGROUND, 0.55, "my stack|programming languages", "我的技术栈"),
    _slot("user.skill*", _BACKGROUND, 0.5, "skill|skills|instrument|instruments", "技能|特长|乐器"),
    _slot(
        "user.language*", _BACKGROUND, 0.6, "language|languages|native language|mother tongue|first language", "语言|母语|会说的语言|外语"
    ),
    _slot("user.learning*", _BACKGROUND, 0.5, "learning", "在学的"),
    _slot("user.manager", _BACKGROUND, 0.6, "manager|boss|supervisor|line manager", "领导|老板|上司|主管|经理|导师"),
    _slot("user.colleague*", _BACKGROUND, 0.5, "colleague|coworker|co-worker|teammate", "同事|队友"),
    _slot("user.certificate*", _BACKGROUND, 0.4, "certificate|certification", "证书"),
    # People and animals around the user
    _slot(
        "user.partner",
        _BACKGROUND,
        0.75,
        "partner|wife|husband|spouse|girlfriend|boyfriend|fiance|fiancee",
        "伴侣|老婆|老公|妻子|丈夫|太太|爱人|对象|女朋友|男朋友|女友|男友|媳妇",
    ),
    _slot("user.child*", _BACKGROUND, 0.75, "child|children|kid|kids|son|daughter", "孩子|儿子|女儿|闺女|小孩|宝宝"),
    _slot("user.parent*", _BACKGROUND, 0.65, "parent|parents|mother|father|mom|mum|dad", "父母|妈妈|爸爸|母亲|父亲|我妈|我爸"),
    _slot("user.sibling*", _BACKGROUND, 0.6, "sibling|siblings|brother|sister", "兄弟姐妹|哥哥|姐姐|弟弟|妹妹"),
    _slot("user.friend*", _BACKGROUND, 0.5, "friend|best friend|roommate|flatmate|neighbour|neighbor", "朋友|闺蜜|好友|室友|邻居"),
    _slot(
        "user.pet*",
        _BACKGROUND,
        0.65,
        "pet|pets|dog|cat|puppy|kitten|rabbit|parrot|hamster",
        "宠物|狗|猫|狗狗|猫咪|小狗|小猫|兔子|鹦鹉|仓鼠",
    ),
    _slot("user.marital_status", _BACKGROUND, 0.6, "marital status|relationship status", "婚姻状况|感情状况"),
    _slot("user.anniversary", _BACKGROUND, 0.7, "anniversary|wedding anniversary|wedding date", "纪念日|结婚纪念日|婚礼日期"),
    # Body, food, habits, things
    _slot("user.allergy*", _BACKGROUND, 0.95, "allergy|allergies", "过敏|过敏史|过敏原|忌口"),
    _slot("user.condition*", _BACKGROUND, 0.9, "medical condition|medical conditions|condition|illness", "病史|慢性病|疾病"),
    _slot("user.medication*", _BACKGROUND, 0.85, "medication|medications|medicine", "在吃的药|用药|药物"),
    _slot("user.diet", _BACKGROUND, 0.8, "diet|dietary preference|dietary restriction|dietary restrictions", "饮食|饮食习惯|饮食禁忌"),
    _slot("user.hobby*", _PREFERENCE, 0.5, "hobby|hobbies|interest|interests|pastime", "爱好|兴趣|兴趣爱好|业余爱好"),
    _slot("user.habit*", _HABIT, 0.5, "habit|habits|routine", "习惯|日常习惯"),
    _slot("user.wake", _HABIT, 0.5, "wake-up time|wake up time|wake time", "起床时间"),
    _slot("user.sleep", _HABIT, 0.5, "bedtime|sleep time", "睡觉时间|作息"),
    _slot("user.gym_day", _HABIT, 0.45, "gym day|workout day|training day", "健身日|锻炼日|去健身房的日子"),
    _slot("user.goal*", _BACKGROUND, 0.6, "goal|goals", "目标"),
    _slot("user.fear*", _PREFERENCE, 0.5, "fear|phobia", "害怕的东西"),
    _slot("user.car", _BACKGROUND, 0.5, "car|vehicle", "车|座驾|汽车"),
    _slot("user.phone", _BACKGROUND, 0.4, "phone model|phone", "手机型号|手机"),
    _slot("user.laptop", _BACKGROUND, 0.4, "laptop|computer", "电脑|笔记本|笔记本电脑"),
    _slot("user.keyboard", _BACKGROUND, 0.4, "keyboard", "键盘"),
    # Tools and settings
    _slot("user.editor", _PREFERENCE, 0.6, "editor|ide|code editor|text editor", "编辑器|代码编辑器"),
    _slot("user.os", _BACKGROUND, 0.6, "os|operating system", "操作系统|系统"),
    _slot("user.shell", _PREFERENCE, 0.5, "shell|terminal", "终端"),
    _slot("user.browser", _PREFERENCE, 0.5, "browser|web browser", "浏览器"),
    _slot("user.theme", _PREFERENCE, 0.5, "theme|colour scheme|color scheme", "主题|配色|界面主题"),
    _slot("user.indent", _PREFERENCE, 0.5, "indentation|indent style", "缩进|缩进方式"),
    _slot("user.units", _PREFERENCE, 0.5, "units|unit system|measurement units", "单位制|计量单位"),
    _slot("user.seat", _PREFERENCE, 0.5, "seat|seat preference", "座位|座位偏好"),
    _slot("user.clock", _PREFERENCE, 0.4, "time format|clock format", "时间格式|时制"),
    _slot("user.coffee", _PREFERENCE, 0.4, "coffee|coffee order", "咖啡口味"),
    _slot("contact.email", _PREFERENCE, 0.6, "when to email|email hours", "什么时候发邮件"),
    _slot("contact.call", _PREFERENCE, 0.6, "when to call|call hours", "什么时候打电话"),
    _slot("contact.message", _PREFERENCE, 0.6, "when to message|when to contact", "什么时候联系|什么时候发消息"),
    # How to answer
    _slot("reply.language", _PREFERENCE, 0.85, "reply language|answer language|response language", "回复语言|回答语言|交流语言"),
    _slot("reply.style", _PREFERENCE, 0.75, "reply style|answer style|tone|response style", "回复风格|回答风格|语气"),
    _slot("reply.length", _PREFERENCE, 0.75, "reply length|answer length|response length", "回复长度|回答长度|篇幅"),
    _slot("reply.format", _PREFERENCE, 0.7, "reply format|answer format|output format", "回复格式|回答格式|输出格式"),
    _slot("reply.emoji", _PREFERENCE, 0.6, "emoji|emojis", "表情|表情符号"),
    # The work at hand
    _slot("deploy.port", _FACT, 0.75, "deploy port|deployment port", "部署端口|发布端口|上线端口"),
    _slot("deploy.host", _FACT, 0.7, "deploy host|deployment host|deploy server|deployment server", "部署主机|部署服务器|部署机器"),
    _slot(
        "deploy.path", _FACT, 0.65, "deploy path|deployment path|deploy directory|deployment directory|deploy folder", "部署路径|部署目录"
    ),
    _slot("deploy.branch", _FACT, 0.7, "deploy branch|deployment branch|release branch", "部署分支|发布分支|上线分支"),
    _slot("deploy.command", _FACT, 0.7, "deploy command|deployment command|deploy script", "部署命令|发布命令|部署脚本"),
    _slot("deploy.platform", _FACT, 0.65, "deploy platform|deployment platform|deploy target", "部署平台|部署环境"),
    _slot("deploy.time", _FACT, 0.6, "deploy window|deployment window|deploy time|release window", "发布窗口|部署时间|发布时间|上线时间"),
    _slot("deploy.status", Kind.STATUS, 0.6, "deploy status|deployment status|deploy|deployment", "部署状态|部署"),
    _slot("database.kind", _FACT, 0.7, "database|database kind|database engine|database type|db", "数据库|数据库类型"),
    _slot("database.port", _FACT, 0.7, "database port|db port", "数据库端口"),
    _slot("database.host", _FACT, 0.65, "database host|db host", "数据库主机|数据库地址"),
    _slot("database.name", _FACT, 0.6, "database name|db name", "数据库名|库名"),
    _slot("project.name", _BACKGROUND, 0.7, "project|project name|name of the project", "项目|项目名|项目名称|项目名字"),
    _slot("project.goal", _BACKGROUND, 0.65, "project goal|aim of the project", "项目目标"),
    _slot("project.language", _BACKGROUND, 0.65, "project language|tech language|main programming language", "项目语言|开发语言"),
    _slot("project.framework", _BACKGROUND, 0.65, "project framework|framework", "项目框架|框架"),
    _slot("project.stack*", _BACKGROUND, 0.65, "stack|tech stack|technology stack", "技术栈"),
    _slot(
        "project.deadline",
        _BACKGROUND,
        0.8,
        "deadline|project deadline|due date|ship date|launch date|release date",
        "截止日期|截止时间|项目截止日期|交付日期|交付时间|上线日期|死线|ddl",
    ),
    _slot(
        "project.repo", _BACKGROUND, 0.65, "repo|repository|project repo|git repo|code repository|repo url", "仓库|代码仓库|代码库|仓库地址"
    ),
    _slot("project.budget", _BACKGROUND, 0.75, "budget|project budget", "预算|项目预算|经费"),
    _slot("project.owner", _BACKGROUND, 0.65, "project owner|project lead|project manager|owner of the project", "项目负责人|项目经理"),
    _slot("project.client", _BACKGROUND, 0.65, "client|customer", "客户|甲方"),
    _slot("project.version", _FACT, 0.6, "project version", "项目版本"),
    _slot("project.license", _FACT, 0.5, "license|licence|project license", "许可证|开源协议"),
    _slot("project.branch", _FACT, 0.6, "main branch|default branch|project branch", "主分支|默认分支"),
    _slot("project.status", Kind.STATUS, 0.6, "project status|status of the project", "项目状态|项目进度"),
    _slot("meeting.time", _FACT, 0.65, "meeting time|time of the meeting|meeting", "会议时间|开会时间"),
    _slot("meeting.room", _FACT, 0.6, "meeting room|conference room", "会议室"),
    _slot("standup.time", _FACT, 0.65, "standup|stand-up|daily standup|standup time|daily stand-up", "站会|站会时间|晨会|每日站会"),
    _slot("weekly.time", _FACT, 0.65, "weekly meeting|weekly sync|weekly", "周会|例会|周会时间|例会时间"),
)

BY_NAME: dict[str, Slot] = {slot.name: slot for slot in TABLE}

_MANY_ATTRIBUTES = frozenset(slot.name.rpartition(".")[2] for slot in TABLE if slot.cardinality == "many")


def cardinality(slot: str) -> Cardinality:
    """How many values the canonical slot holds at a time; one's attribute counts for others too: `tom.allergy` holds many."""
    if slot in BY_NAME:
        return BY_NAME[slot].cardinality
    subject, _, attribute = slot.rpartition(".")
    return "many" if attribute in _MANY_ATTRIBUTES and subject not in ("user.favourite", "user.like") else "one"
