"""Work and study: jobs, employers, schools, teams, tools."""

from memstrata.core.records import Kind
from memstrata.remember.rules import technology, values
from memstrata.remember.rules.rule import EVERYBODY, OURS, USER, rule

_TOOLS = (
    r"(?:vs ?code|visual studio(?: code)?|vim|neovim|nvim|emacs|sublime(?: text)?|intellij(?: idea)?|pycharm|webstorm|goland|clion|rider|rubymine|android studio|xcode|zed|cursor|helix|nano|notepad\+\+|jupyter(?:lab| notebooks?)?|eclipse|atom|kakoune)"
)
_SYSTEMS = r"(?:arch linux|arch|ubuntu(?: [\d.]+)?|debian(?: \d+)?|fedora(?: \d+)?|nixos|linux mint|linux|gentoo|opensuse|centos|macos|mac os|windows(?: \d+)?|wsl2?|freebsd|openbsd|chromeos|pop!?_?os|manjaro|deepin|统信|麒麟|鸿蒙)"
_BROWSERS = r"(?:firefox|chrome|safari|edge|brave|vivaldi|opera|librewolf|arc)"
_SHELLS = r"(?:zsh|fish|bash|nushell|powershell|tmux|iterm2?|alacritty|kitty|wezterm|ghostty|windows terminal|warp)"
_USE_ZH = r"(?:用|使用|在用|用的是|主要用|改用了?|换成了?|换到了?|切换到了?)"

RULES = (
    rule(
        "left-job",
        "以前|曾经|过去|原来|之前|work|quit|left|离职|辞|resign|不在|laid off|employ|job|离开",
        en=[
            r"(?:no longer|don't|do not|doesn't|does not)(?: actually)? works? (?:at|for)(?P<v> .+)",
            r"used to (?:work|be) (?:at|for)<v>",
            r"(?:quit|left|resigned from|was laid off from|got laid off from|was fired from)(?: my job at| my position at)?<v>(?<!\bme)$",
            r"(?:'m|'s| am| is) no longer (?:at|with|employed (?:at|by))<v>",
            r"(?:formerly|previously) worked (?:at|for)<v>",
        ],
        zh=[
            r"(?:已经|早就|早)?(?:不|没)(?:再)?在(?P<v>\S{2,16}?)(?:上班|工作|干|做|任职|就职)(?:了)?$",
            r"(?:已经|刚|上周|上个月)?从(?P<v>\S{2,16}?)(?:离职|辞职|跳槽|离开|毕业出来)(?:了|出来)?",
            r"(?:以前|曾经|之前|过去|原来)(?:是)?在(?P<v>\S{2,16}?)(?:上班|工作|干过|任职|就职|做过?|待过)",
            r"离开了?(?P<v>[^，。]{2,12}?(?:公司|科技|集团))(?:了)?$",
        ],
        slot="{s}.employer",
        reads="organisation",
        retracts=True,
    ),
    rule(
        "employer",
        " at |在|work|job|join|employ|上班|工作|任职|就职|公司|入职|加入|跳槽|供职|intern|hired|实习",
        en=[
            r"(?:works?|working|worked|(?:BE )?(?:working|employed|interning)) (?:full-time |part-time |remotely |here )?(?:at|for|by)(?P<v> .+)",
            r"(?:'m|'s| am| is)(?: now| currently)? (?:working|employed|interning)(?: full-time| remotely)? (?:at|for|by)<v>",
            r"works? (?:as .{2,40}?|remotely|in [a-z]+|on [a-z ]{2,20}) (?:at|for)(?P<v> .+)",
            r"(?:just |recently )?(?:joined|started (?:working )?at|started a (?:new )?job at|got (?:a|the) (?:new )?(?:job|offer) (?:at|from)|got hired (?:at|by)|accepted an offer from|signed with)<v>",
            rf"BE an? (?:[\w-]+ ){{0,4}}(?:{values.JOBS})s? (?:at|for) (?P<v>[a-z0-9].+)",
            r"HAVE (?:been )?(?:working|worked) (?:at|for)<v>",
        ],
        zh=[
            r"(?:是)?在(?P<v>[^，,。]{2,16}?)(?:上班|工作|任职|就职|供职|实习|搬砖|打工)(?!吗)",
            r"在(?P<v>[^，,。在]{2,14}?)(?:做|当|担任|负责|搞)(?:[^，,。]{1,14})$",
            r"(?:刚)?(?:入职|加入|跳槽到|跳槽去|跳到|就职于|任职于|供职于|去了|换到)了?(?P<v>[^，,。]{2,14}?)(?:公司)?(?:了|上班|工作)?$",
            r"(?:的)?(?:公司|单位|雇主|东家)(?:叫|是|[:：])(?P<v>(?!做|一家|在|个)[^，,。]{2,14})$",
            r"是(?P<v>[^，,。\s]{2,10})的(?:员工|工程师|产品经理|设计师|程序员|实习生|老师)$",
        ],
        slot="{s}.employer",
        reads="organisation",
        who=EVERYBODY,
    ),
    rule(
        "own-job",
        "i'm|i am|work as|is a|is an|是|做|当|work in|profession|currently a|job|从事|干|working as|became|promoted|升|晋升|提拔|担任",
        en=[
            r"BE (?:an? |the |self-employed as an? )(?P<v>.+)",
            r"(?:works?|working|worked|BE working|started|start) as (?:an? |the )?(?P<v>.+)",
            rf"BE [a-z]+(?: [a-z]+)?, (?:an? )(?P<v>(?:[\w-]+ ){{0,3}}(?:{values.JOBS})\b.*)",
            r"(?:became|become) (?:an? )(?P<v>.+)",
            r"(?:got|was|been|were) promoted to(?: an?| the)?<v>",
            r"BE (?P<v>(?:head|director|vp|cto|ceo|coo|cfo|chief \w+ officer)(?: of [\w ]{2,20})?)\b",
            r"(?:do|does) (?P<v>\w+(?: \w+)?(?: development| engineering| research| design)) (?:for a living|at work|professionally)",
        ],
        zh=[
            r"(?:是|当|做)(?:了)?(?:一名|一个|一位|个|名|位)?(?P<v>[^，,。]{2,16})$",
            r"(?:是)?(?:做|干|搞|从事|负责)(?P<v>[^，,。]{1,12}?)(?:工作)?(?:的)?$",
            r"(?:在|是)?[^，,。]{0,14}(?:担任|做|当)(?:一名|了)?(?P<v>[^，,。]{2,12})$",
            r"(?:的)?(?:职业|工作|职位|岗位|本职)(?:是|为|[:：])(?P<v>[^，,。]{2,16})$",
            r"(?:刚)?(?:升|晋升|提拔|被提拔)(?:职)?(?:成|为|到|成为|当)?了?(?P<v>[^，,。]{2,12})$",
        ],
        slot="{s}.job",
        reads="job",
    ),
    rule("line-of-work", "是做|是干|是搞", zh=[r"是(?:做|干|搞)(?P<v>[^，,。你这那什么]{2,10})的$"], slot="{s}.job", reads="liking"),
    rule("own-stack", "use|code|program|write|用|写", en=[rf"(?:use|code in|program in|write|work with|BE using|BE coding in)(?P<v> (?:{technology.NAMES})(?![A-Za-z0-9_#+])(?! (?:to|in this|here|for this)\b).*)"], zh=[rf"(?:主要|一般|都|日常)?(?:用|写|使用|用的是)\s*(?P<v>(?:{technology.NAMES})(?![A-Za-z0-9_#+]).*)"], slot="user.stack", reads="technology", who=USER),
    rule(
        "school",
        "study|studied|graduat|university|college|school|毕业|上学|读|大学|就读|念|alma mater|phd|master",
        en=[
            r"(?:study|studies|studied|BE studying|studying)(?: [\w ]{2,30}?)? at (?P<v>.+)",
            r"(?:graduated|graduate|BE graduating) from<v>",
            r"(?:went|go|goes|BE going) to (?P<v>(?:[\w.]+ ){0,3}(?:university|college|mit|stanford|harvard|ucl|caltech|eth|oxford|cambridge|yale|princeton|berkeley|school of \w+)(?: of [\w ]+)?)",
            r"(?:attend|attends|attended|BE enrolled at)<v>",
            r"BE an? .{2,30}? student at<v>",
            r"(?:did|doing|BE doing|got|HAVE)(?: my| a| an)? (?:phd|master's|masters|bachelor's|undergrad|degree|mba)(?: in [\w ]{2,30}?)? (?:at|from)<v>",
        ],
        zh=[
            r"(?:是)?(?:从)?(?P<v>[一-鿿]{2,12}?(?:大学|学院|中学|高中|小学|交大|师大|理工|清华|北大|复旦|浙大|哈工大|中科大))(?:[一-鿿]{0,8})?(?:毕业)(?:的|了)?$",
            r"(?:是)?毕业于<v>",
            r"(?:正)?在(?P<v>[一-鿿]{2,12}?(?:大学|学院|中学|高中|小学|交大|师大|理工|清华|北大|复旦|浙大|哈工大|中科大))(?:读|上|念|学)",
            r"(?:就读|考上|考进|考入)(?:于|了|到)?(?P<v>[一-鿿]{2,12}?(?:大学|学院|中学|高中|小学|交大|师大|理工|清华|北大|复旦|浙大))",
            r"(?:在)(?P<v>[一-鿿]{2,6})(?:读|上|念)(?:大学|小学|中学|初中|高中|研究生|研|博|书|本科|硕士|博士|幼儿园)",
            r"(?:的)?母校(?:是|[:：])<v>",
        ],
        slot="{s}.school",
        reads="organisation",
    ),
    rule(
        "major",
        "major|stud|degree|专业|学的|phd|读",
        en=[r"(?:majored|majoring|major|majors|BE majoring) in<v>", r"(?:study|studied|studies|BE studying) (?P<v>(?!for|at|in|hard|abroad|here|there|with|the|this|it)[a-z]+(?: [a-z]+)?)(?: at .+| in (?:college|university|school).*|$)", r"HAVE an? (?:degree|phd|master's|masters|bachelor's|mba) in<v>", r"BE doing (?:a|my) (?:degree|phd|master's|masters) in<v>"],
        zh=[r"(?:大学)?(?:是)?(?:学|读|主修)(?:的)?(?:是)?(?P<v>[一-鿿]{2,10}?)专业", r"(?:大学)?(?:学|读|主修)的(?:是)?(?P<v>[一-鿿]{2,8})$", r"(?:的)?专业(?:是|为|[:：])(?P<v>[一-鿿]{2,12})$", r"主修(?P<v>[一-鿿]{2,10})$"],
        slot="{s}.major",
        reads="subject",
    ),
    rule("experience", "year|经验|年", en=[r"HAVE (?P<v>(?:over |about |almost )?\w+ years?) of (?:work )?experience(?: in [\w ]+)?", r"HAVE been (?:coding|programming|writing \w+|teaching|doing this|in (?:the )?industry|a \w+(?: \w+)?) for (?P<v>(?:over |about |almost )?\w+ years?)"], zh=[r"(?:有)?(?P<v>[\d一二三四五六七八九十多]+年)(?:的)?(?:[一-鿿A-Za-z]{0,8})?(?:工作|开发|从业|教学|行业)?经验", r"(?:写|做)(?:[一-鿿A-Za-z+# ]{1,10})?了?(?:快)?(?P<v>[\d一二三四五六七八九十多]+年)(?:代码|开发|设计|销售|运维)?(?:了)?$"], slot="{s}.experience", reads="text"),
    rule("team", "team|部门|group", en=[r"BE (?:on|in|part of) the (?P<v>\w+(?: \w+)?) team", r"work (?:on|in) the (?P<v>\w+(?: \w+)?) team", r"(?:lead|leads|manage|manages|run|runs) (?:a|the) (?P<v>(?:\w+ )?team(?: of \w+(?: \w+)?)?)"], zh=[r"在(?P<v>[一-鿿A-Za-z]{2,8}(?:部|部门|组|团队|事业部))(?:$|工作|上班)", r"带(?:着|了)?(?:一个)?(?P<v>[\d一二三四五六七八九十]+(?:个)?人的?(?:小)?(?:团队|组))"], slot="{s}.team", reads="text"),
    rule("works-on", "work on|works on|working on|worked on|assigned|负责|在做|joined|transferred|reassigned|分到|调到|转到|参与", en=[r"(?:works?|BE working|working) on (?P<v>(?:the )?(?:project )[\w-]+(?: [\w-]+)?|(?:the )?[\w-]+ (?:project|platform|team|migration|product))", r"(?:'s| is| was| has been| have been|'ve been| got) (?:now )?(?:re)?(?:assigned|moved|transferred) to<v>", r"(?:switched|joined|moved) (?:over )?to (?P<v>(?:the )?project [\w-]+)"], zh=[r"(?:负责|在做|参与|分到了?|调到了?|转到了?|在跟)(?P<v>[^，,。]{1,10}?项目(?:组)?|项目[a-z0-9一-鿿]{1,8})(?:了)?$"], slot="{s}.project", kind=Kind.BACKGROUND, reads="project", who=EVERYBODY),
    rule("editor", "use|editor|switch|用|编辑器|code in|写代码|write", en=[rf"(?:use|uses|BE using|switched (?:from .{{2,20}} )?to|moved to|code in|prefer|write (?:my )?code (?:in|with)|BE an?|work in) (?P<v>{_TOOLS})(?: user| person)?(?! (?:for this|extension|plugin))\b"], zh=[rf"(?:写代码|编程|开发|做开发|敲代码)?(?:的时候|时)?(?:都|主要|一直|习惯)?{_USE_ZH}的?(?:编辑器是)?\s*(?P<v>{_TOOLS})", rf"(?:编辑器|ide)(?:是|用的是|用|换成了?)\s*(?P<v>{_TOOLS})"], slot="user.editor", reads="text", who=USER),
    rule("os", "run|use|用|on|系统|switch", en=[rf"(?:use|run|BE (?:on|using|running)|switched (?:from .{{2,20}} )?to|work on|moved to|daily drive) (?P<v>{_SYSTEMS})(?: (?:on|as|at home|at work|machine|laptop|desktop|user)\b.*)?\b"], zh=[rf"(?:电脑|笔记本|开发机|系统|操作系统)?(?:装的是|跑的是|{_USE_ZH})的?\s*(?:是)?\s*(?P<v>{_SYSTEMS})", rf"(?:的)?(?:系统|操作系统)(?:是|为|[:：])\s*(?P<v>{_SYSTEMS})"], slot="user.os", reads="text", who=USER),
    rule("browser", "use|browser|用|浏览器|switch", en=[rf"(?:use|BE using|switched (?:from .{{2,20}} )?to|browse with) (?P<v>{_BROWSERS})(?: (?:as|for)\b.*)?$"], zh=[rf"(?:浏览器)?{_USE_ZH}\s*(?P<v>{_BROWSERS})(?:浏览器)?$"], slot="user.browser", reads="text", who=USER),
    rule("shell", "use|shell|用|终端|switch", en=[rf"(?:use|BE using|switched (?:from .{{2,20}} )?to) (?P<v>{_SHELLS})(?: (?:as|for)\b.*)?$"], zh=[rf"(?:终端)?{_USE_ZH}\s*(?P<v>{_SHELLS})$"], slot="user.shell", reads="text", who=USER),
    rule("device", "drive|phone|laptop|开|car|keyboard|bought|买", en=[r"drive an? (?P<v>(?:\d{4} )?(?:electric )?(?:tesla|toyota|honda|ford|bmw|audi|volvo|mazda|subaru|vw|volkswagen|kia|hyundai|nissan|skoda|fiat|mini|mercedes|byd|nio|lexus|jeep|porsche|renault|peugeot)(?: [\w-]+){0,2})"], zh=[r"开(?:的)?(?:是)?(?:一辆|辆)?(?P<v>(?:特斯拉|比亚迪|丰田|本田|宝马|奔驰|奥迪|大众|蔚来|小鹏|理想|沃尔沃|日产|吉利|红旗|小米)[\w一-鿿]{0,8})$"], slot="user.car", reads="text", who=USER),
    rule("skill", "play|code in|会|弹|拉|good at|擅长", en=[r"(?:can )?plays? (?:the )?(?P<v>piano|guitar|violin|cello|drums|bass|flute|saxophone|trumpet|ukulele|harp|clarinet|accordion|banjo|viola|oboe)\b", r"BE (?:good|great|skilled|experienced|proficient) (?:at|in|with)<v>"], zh=[r"(?:会)?(?:弹|拉|吹|打)(?P<v>钢琴|吉他|小提琴|大提琴|尤克里里|笛子|萨克斯|架子鼓|古筝|二胡|琵琶)", r"(?:很)?(?:擅长|精通)(?P<v>[^，,。]{1,12})$"], slot="{s}.skill"),
    rule("plays", "play", en=[r"(?:plays?) (?P<v>tennis|chess|golf|badminton|basketball|football|soccer|volleyball|squash|table tennis|ping pong|cricket|rugby|hockey|bridge|go|poker)\b(?: .{2,30})?$"], zh=[], slot="{s}.hobby", who=OURS),
)
