"""The work at hand: attributes of things (ports, paths, versions, budgets …), technologies, owners, states, principles, conclusions."""

from memstrata.core.records import Kind
from memstrata.remember.rules import technology
from memstrata.remember.rules.rule import Rule, rule

_T = r"(?P<t>[\w][\w' ./&-]{1,48}?)"
_T_ZH = r"(?P<t>[一-鿿\w][一-鿿\w ./&-]{0,20}?)"
_DET = r"(?:the |our |my |its |user's |this )?"
_NOW = r"(?: now| currently| actually| still| always| set to| called| already| going to be| fixed at| capped at| roughly| about| around)*"
_LOCAL = r"(?:localhost|127\.0\.0\.1|0\.0\.0\.0|[a-z][\w.-]*\.(?:internal|local|lan|com|io|net|dev|cn|org))"
_TECH = technology.NAMES
_CHANGED = r"(?:is now|was changed|has changed|changed|has been changed|was moved|moved|has moved|was set|is set|was updated|was raised|was increased|went up|went down|was bumped|was cut|was lowered|was reduced|was extended|was pushed(?: back)?|got pushed(?: back)?|got moved|slipped|was postponed|has been (?:moved|raised|cut|extended|pushed(?: back)?|postponed|set|updated)|got (?:cut|raised|bumped|extended)|switched)(?: from .{1,30}?)? to"
_ALTERED_ZH = r"(?:现在|目前|已经|暂时|还|都|应该|大概|大约|差不多|默认|最终|统一|一直|就|被|也|最后|刚|刚刚)*(?:是|为|改成了?|改为了?|改到了?|换成了?|换到了?|变成了?|调到了?|调整为了?|定在了?|定为了?|定的是|放在了?|设成了?|设为了?|设置为|提高到了?|降到了?|增加到了?|追加到了?|推迟到了?|延期到了?|延到了?|提前到了?|挪到了?|升级到了?|升到了?|只有|在|叫|[:：=])"
_WHERE_FILES = r"(?P<v>(?:~|\.{1,2})?/[\w./~*-]+|[a-z]:\\[\w\\.-]+|[\w.-]+/[\w./-]+|https?://\S+|s3://\S+)"
_MEETINGS = r"(?:daily )?(?:stand-?up|(?:[\w-]+ ){0,2}(?:meeting|sync|retro(?:spective)?|review|planning|demo|1:1|one-on-one|class|lesson|lecture|seminar|office hours|appointment|interview|exam|all-hands|call|rehearsal|training|workshop|flight|wedding|launch|party|game|match|presentation|defen[sc]e|webinar|checkup))"
_MEETINGS_ZH = r"[一-鿿\w]{0,8}(?:站会|周会|例会|晨会|早会|月会|评审会?|复盘会?|会议|组会|班会|课|面试|考试|答辩|体检|婚礼|航班|培训|讲座|演示|排练)"
_STATES = r"blocked|unblocked|on hold|paused|live|delayed|postponed|cancell?ed|finished|complete|completed|released|in beta|in alpha|in production|deprecated|frozen|approved|rejected|archived|on track|behind schedule|ahead of schedule|in code freeze|shipped|launched|at risk|in review|read-only|open source|closed source"


def _thing(name: str, cues: str, **options: object) -> Rule:
    return rule(name, cues, start="clause", **options)


RULES = (
    _thing(
        "port",
        "port|端口|监听|localhost|127.0.0.1|0.0.0.0|:",
        en=[
            rf"{_DET}{_T}(?: process| server)?(?: is| are|'s)?(?: now| currently| always| actually| still)* (?:listens?|listening|runs?|running|exposed|served|available|bound|binds|hosted|lives|serves|sits|starts?|reachable|up|is|are|at|works)(?: now| locally| only)? ?(?:on|at|to|under)? (?:the )?(?:tcp |udp |local )?(?:port |{_LOCAL}:|:)(?P<v>\d{{2,5}})\b",
            rf"{_DET}{_T} (?:uses|is using|use|takes|occupies|needs|exposes|has|wants|got) port (?P<v>\d{{2,5}})\b",
            rf"(?:tcp |udp )?port (?P<v>\d{{2,5}}) (?:is (?:for|used by|taken by|reserved for|where)|belongs to|goes to) (?:the |our )?{_T}(?:$| lives| runs| listens)",
            rf"(?:we|i|they) (?:now |always |usually |currently )?(?P<t>deploy|run [\w -]{{2,24}}?|serve [\w -]{{2,24}}?|expose [\w -]{{2,24}}?|host [\w -]{{2,24}}?)(?: it)? (?:on|at|to|behind) (?:port |:)(?P<v>\d{{2,5}})\b",
            rf"(?:we|i) (?:moved|changed|switched|set|updated) {_DET}{_T}(?: port)?(?: from .{{1,20}}?)? to port (?P<v>\d{{2,5}})\b",
        ],
        zh=[
            rf"(?:我们的?)?{_T_ZH}(?:服务)?(?:现在|目前|默认|已经|改)?(?:监听|跑在|运行在|部署在|开在|绑定在?|占用了?|使用|用|走|用的是|改到了?|挪到了?|换到了?|改用)(?:的是|了|着)?(?:在)?\s*(?:本地的?|localhost:|127\.0\.0\.1:|0\.0\.0\.0:)?(?:端口)?\s*(?P<v>\d{{2,5}})\s*(?:这个|号)?端口",
            rf"(?:我们的?)?{_T_ZH}(?:服务)?(?:现在|目前|默认)?(?:监听|跑在|运行在|部署在|开在|绑定在?|在)(?:了|着)?(?:在)?\s*(?:(?:localhost|127\.0\.0\.1|0\.0\.0\.0)[:：]|端口\s*|[:：])(?P<v>\d{{2,5}})(?!\d)",
            rf"(?:我们的?)?{_T_ZH}(?:服务)?(?:现在)?监听\s*(?P<v>\d{{2,5}})(?!\d)",
        ],
        slot="{t}.port",
        reads="port",
        hard=True,
        kind=Kind.FACT,
    ),
    _thing(
        "attribute",
        " is| are|:|=|是|为|改|换|变|定在|定为|设|调|推迟|延|提|挪|升|叫|在|有|放|'s| to |预算|经费|房间|会议室",
        en=[
            rf"{_DET}(?P<a>[\w -]{{2,24}}?) (?:of|for) (?:the |our |my )?(?P<t>[\w][\w ./-]{{1,32}}?)(?:'s| is| are| will be| =|:){_NOW}<v>",
            rf"{_DET}(?P<a>[\w -]{{2,24}}?) (?:of|for) (?:the |our |my )?(?P<t>[\w][\w ./-]{{1,32}}?) {_CHANGED}<v>",
            rf"{_DET}{_T}(?: is| are| will be| =){_NOW}(?:\s+(?:on|in|at))?<v>",
            rf"{_DET}{_T}\s?[:=]<v>",
            rf"{_DET}{_T}'s{_NOW} (?P<v>\d.*)",
            rf"{_DET}{_T} {_CHANGED}<v>",
            rf"(?:we|i|they)(?:'ve| have)? (?:just |recently |finally )?(?:changed|moved|raised|increased|bumped|cut|lowered|reduced|extended|pushed(?: back)?|postponed|set|updated|upgraded|renamed) {_DET}{_T}(?: from .{{1,30}}?)? to<v>",
            rf"{_T} (?:has|have|got) an? (?P<a>[\w -]{{2,20}}?) of<v>",
        ],
        zh=[
            rf"(?:我们把?|咱们把?|把)?(?:的|这个|那个|咱们|我们)?{_T_ZH}(?:的话)?{_ALTERED_ZH}<v>",
            rf"(?:我们的?)?{_T_ZH}(?:一共|总共|只|大概|现在)?有(?P<v>\d.*)",
            r"(?P<t>预算|经费|房间号?|会议室)\s*(?P<v>[a-z]?\d[\w,.万千元k]*)$",
        ],
        slot="{attribute}",
        reads="attribute",
        kind="",
    ),
    _thing("user-attribute", "my |our |user's |我|是|在|'s", en=[r"(?:my|our|the user's|user's)(?: current| new| real)? (?P<t>[a-z][a-z /-]{2,28}?)(?:'s| is| are|:)(?: now| currently| actually| still| set to| in| on)*<v>", rf"(?:my|our) (?P<t>[a-z][a-z ]{{2,24}}?) (?:just )?{_CHANGED}<v>"], zh=[r"我(?:们)?(?:的)?(?P<t>[一-鿿]{2,8}?)(?:现在|目前|已经|其实|就)?(?:是|叫|为|在|改成了?|换成了?|[:：])<v>", r"(?P<t>生日|时区|老家|家乡|专业|职业|爱好|血型|身高|体重|星座|母语)(?:是|在|为|[:：])<v>"], slot="{user-attribute}", reads="user-attribute", kind=""),
    _thing("their-attribute", "'s ", en=[r"(?P<s>[a-z][\w-]{1,20}(?: [a-z][\w-]{1,20})?)'s (?P<t>[a-z][a-z ]{2,24}?) (?:is|are)(?: now| currently| actually| on| in)*<v>"], zh=[r"(?P<s>[一-鿿]{2,4}|[a-z][\w-]{1,16})的(?P<t>生日|老家|家乡|职业|工作|专业|爱好|年龄|公司|电话|时区|城市)(?:是|在|为)<v>"], slot="{their-attribute}", reads="user-attribute", kind=Kind.FACT),
    _thing(
        "uses",
        "use|using|run|built|written|based|deploy|host|switch|stack|用|写的|基于|部署|跑在|技术栈|采用|moved|migrated|standardi",
        en=[
            rf"{_DET}(?P<t>(?!i\b|you\b|they\b|he\b|she\b|it\b|to\b)[\w][\w ./-]{{1,36}}?)(?:'s| is| are|'re)?(?: now| currently| mostly| entirely| still| all| mainly| actually)* (?:uses?|using|runs? on|running on|built (?:with|on|in|using)|written in|based on|deployed (?:on|to|with)|hosted on|lives? on|switched to|standardi[sz]ed on|powered by|stores? (?:\w+ ){{1,3}}in|implemented in|backed by)(?: the| now)?(?P<v> (?:{_TECH})(?![A-Za-z0-9_#+]).*)",
            rf"(?:we|i) (?:deploy|host|ship|run|build|test|lint|cache|queue)(?: everything| it| our \w+| the \w+| all \w+)*(?: on| to| with| in| using)(?P<v> (?:{_TECH})(?![A-Za-z0-9_#+]).*)",
            rf"(?:we|i)(?:'ve| have)? (?:recently |just |finally |now )?(?:switched|moved|migrated) (?:from [\w .+#-]{{2,24}}? )?to(?P<v> (?:{_TECH})(?![A-Za-z0-9_#+]).*)",
            rf"{_DET}(?:tech )?stack (?:is|consists of|includes|:)(?P<v> .+)",
        ],
        zh=[
            rf"(?P<t>(?!我(?!们)|你|他|她|它|这)[一-鿿\w][一-鿿\w ./-]{{0,16}}?)(?:现在|目前|主要|统一|都|全部|一直|也|已经|还是|这边|现在都|里面?|这块)*(?:用的是|用的|用了|用|采用了?|使用了?|选了|选的是|基于|是基于|是用|跑在|部署在|部署到|换成了?|改用了?|迁到了?|切到了?|切换到了?|是)\s*(?P<v>(?:{_TECH})(?![A-Za-z0-9_#+]).*)",
            r"(?:我们的?|项目的?)?技术栈(?:是|为|包括|用的是|[:：])\s*(?P<v>.+)",
        ],
        slot="{technology}",
        reads="technology",
        kind=Kind.BACKGROUND,
    ),
    _thing(
        "migrated",
        "move|migrat|switch|port|convert|迁|换|切|改用",
        en=[
            rf"(?:we|i|they|user|our team|the team)(?:'ve| have| had|'d)? (?:just |recently |finally |already |successfully |completely |now )*(?:moved|migrated|switched|ported|converted|transitioned) {_DET}{_T} (?:over )?(?:from [\w .+#-]{{2,24}}? )?(?:over )?(?:to|onto|into)<v>",
            rf"{_DET}{_T} (?:was|were|has been|have been|got) (?:just |finally |fully |now )*(?:moved|migrated|switched|ported|converted) (?:over )?(?:from [\w .+#-]{{2,24}}? )?(?:to|onto)<v>",
            rf"{_DET}{_T} (?:moved|migrated|switched) (?:over )?(?:from [\w .+#-]{{2,24}}? )?to<v>",
        ],
        zh=[
            rf"(?:我们|团队|咱们)?(?:已经|刚刚?|终于|上周|昨天|今天|上个月)*(?:把|将)(?:.{{0,4}}?)?{_T_ZH}(?:已经|都|全部|全)?(?:从.{{1,12}}?)?(?:迁移|迁|搬|切换|切|换|转|改)(?:到|成|至|为|去)了?(?P<v>[^，,。]{{2,24}}?)(?:了|上|上了|上面)?$",
            rf"{_T_ZH}(?:已经|都|全部|刚刚?)?(?:从.{{1,12}}?)?(?:迁移|迁|切换|切)(?:到|至)了?(?P<v>[^，,。]{{2,24}}?)(?:了|上了)?$",
        ],
        slot="{move}",
        reads="thing",
        kind=Kind.EVENT,
    ),
    _thing("migration-plan", "move|migrat|switch|port|迁|换|切", en=[rf"(?:(?:maybe|perhaps|probably) )?(?:we|i|they)(?:'re|'ll| are| will)? ?(?:should|could|might|may|can|plan to|planning to|want to|going to|thinking (?:of|about)|considering|need to|have to|decided to|will)?(?: probably| maybe| also| eventually)? (?:move|moving|migrate|migrating|switch|switching|port|porting) {_DET}{_T} (?:over )?(?:from [\w .+#-]{{2,24}}? )?(?:to|onto)<v>"], zh=[rf"(?:我们|咱们)?(?:可能|也许|应该|打算|计划|准备|考虑|想|要|下个?[周月]|或许|得|将|会)+(?:要)?(?:把|将){_T_ZH}(?:从.{{1,12}}?)?(?:迁移|迁|搬|切换|切|换|转|改)(?:到|成|至|为|去)(?P<v>[^，,。]{{2,24}})$"], slot="{move}", reads="thing", kind=Kind.TASK, certainty=0.7),
    _thing("endpoint", "http|://|.com|.io|.internal|.local|repo|git|仓库|address|host", en=[rf"{_DET}{_T}(?: is| are|'s|:)(?: now| currently| also)*(?: live| reachable| available| located| hosted| served| stored)?(?: at| on| under| in)? (?P<v>https?://\S+|(?:github|gitlab|bitbucket)\.com/\S+|git@\S+)"], zh=[rf"(?:我们的?)?{_T_ZH}(?:的)?(?:地址|链接|网址)?(?:现在)?(?:是|在|放在|部署在|[:：])\s*(?P<v>https?://[^\s，。]+|(?:github|gitlab|gitee)\.com/[^\s，。]+|git@[^\s，。]+)"], slot="{t}.url", reads="token", hard=True, kind=Kind.FACT),
    _thing("path", "/|\\", en=[rf"{_DET}{_T}(?:'s| is| are)?(?: now| always| all| usually)* ?(?:stored|kept|located|saved|live|lives|sits|sit|go|goes|written|found|mounted|resides?|installed|end up|is|are)? (?:in|at|under|to|on|into) (?:the )?{_WHERE_FILES}", rf"(?:we|i) (?:keep|store|put|save) {_DET}{_T} (?:in|at|under|on) (?:the )?{_WHERE_FILES}"], zh=[rf"(?:我们的?)?{_T_ZH}(?:都|现在|统一|默认|一般|文件)*(?:放在|存在|位于|存放在|写在|保存在|装在|挂载在|在|放到了?)\s*(?P<v>[/~][\w./~*-]+|[a-z]:\\[\w\\.-]+)"], slot="{t}.path", reads="token", hard=True, kind=Kind.FACT),
    _thing("host", "host|server|run|deploy|机器|服务器|主机|部署|跑在", en=[rf"{_DET}{_T}(?:'s| is| are)? ?(?:runs?|running|hosted|deployed|lives?|deploy|deploys) (?:on|to|at) (?:the )?(?:host |server |machine |box )?(?P<v>[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*-\d+(?:\.[\w.]+)?|[a-z][\w-]*(?:\.[\w-]+)+\.?[a-z]{{2,}}|\d{{1,3}}(?:\.\d{{1,3}}){{3}})(?![:/\d])"], zh=[rf"(?:我们的?)?{_T_ZH}(?:服务)?(?:现在|都|目前)*(?:部署在|跑在|运行在|部署到|在)(?:了)?\s*(?P<v>[a-z][a-z0-9]*(?:[-.][a-z0-9]+)*-?\d+|\d{{1,3}}(?:\.\d{{1,3}}){{3}})\s*(?:这台|那台|上|机器|服务器|主机)"], slot="{t}.host", reads="token", hard=True, kind=Kind.FACT),
    _thing("deploys-from", "deploy|release|ship|发布|部署|上线", en=[r"(?:we |i |they )?(?:always |only |usually |now )?(?:deploy|deploys go out|release|releases go out|ship|releases are cut|releases? (?:is|are) built) (?:everything |prod |production |only )*(?:from|off) (?:the )?(?:branch )?(?P<v>[\w./-]+)(?: branch)?\b"], zh=[r"(?:我们)?(?:都|一般|统一|只|总是)*(?:从|用)\s*(?P<v>[\w./-]+)\s*(?:这个)?分支(?:上)?(?:来)?(?:发布|部署|上线|发版)", r"(?:发布|部署|上线)(?:都)?(?:走|用)(?:的是)?\s*(?P<v>[\w./-]+)\s*(?:这个)?分支"], slot="deploy.branch", reads="token", hard=True, kind=Kind.FACT),
    _thing("release-day", "deploy|release|ship|发版|发布|上线|部署", en=[r"(?:we|i) (?:always |only |usually )?(?:deploy|release|ship)(?: to \w+| a new version)? (?P<v>(?:every|each|on) (?:other )?(?:\w+ )?(?:mon|tues|wednes|thurs|fri)days?(?: .*)?|every (?:day|week|month|two weeks|sprint)|once a \w+|twice a \w+)$"], zh=[r"我们(?:都|一般|固定)*(?:在)?(?P<v>每(?:天|周[一二三四五六日天]?|个?月|两周|个?迭代)[^，,。]{0,6}?)(?:发版|上线|发布|部署)(?:一次)?$"], slot="deploy.time", reads="text", hard=True, kind=Kind.FACT),
    _thing("command", "with|run|using|用|deploy|test|build", en=[r"(?:we |i |to |you )?(?:always |can )?(?P<t>deploy|build|test|lint|run the tests|run tests|start the (?:app|server)|release|deploys?|deployment)(?: it| everything| the \w+)?(?: is done| is run| happens| run)? (?:with|using|via|by running|,? (?:run|use|do)) (?P<v>(?:make|npm|pnpm|yarn|uv|cargo|just|docker|kubectl|ansible|fab|terraform|helm|go|gradle|mvn|poetry|tox|nox|bin/|scripts?/|\./)\S*(?: [\w./:=-]+){0,5})"], zh=[r"(?P<t>部署|构建|测试|跑测试|发布|启动)(?:的时候|时)?(?:都|要|就|是)*(?:用|执行|运行|跑|的命令是)\s*(?P<v>(?:make|npm|pnpm|yarn|uv|cargo|just|docker|kubectl|ansible|\./|go|helm)\S*(?: [\w./:=-]+){0,5})"], slot="{command}", reads="text", hard=True, kind=Kind.FACT),
    _thing("version", "version|版本|on|升级|upgrade|用", en=[rf"(?:we|i)(?:'re| are)? (?:still |now |currently )?(?:on|using|use|run|running|upgraded to|pinned to|stuck on|target) (?P<t>[a-z][\w.+#]{{1,16}}) (?P<v>v?\d+(?:\.\w+)*)\b(?! (?:times|minutes|hours|days|people|users))"], zh=[rf"(?:我们)?(?:项目)?(?:现在|目前|还)?(?:用的是|用|升级到了?|升到了?|锁定在?|跑的是)\s*(?P<t>[a-z][\w.+#]{{1,16}}?)\s*(?P<v>v?\d+(?:\.\w+)+|\d+)\s*(?:版本?)?$"], slot="{t}.version", reads="version", hard=True, kind=Kind.FACT),
    _thing("owner", " by |own|lead|maintain|charge|responsible|负责|管|维护|manage|run|head|handle|主导|牵头", en=[r"(?P<v>[a-z][\w-]+(?: [a-z][\w-]+)?)(?: now| currently)? (?:owns|leads|maintains|is in charge of|'s in charge of|is responsible for|manages|heads|handles|runs|is the (?:owner|lead|maintainer|head) of|looks after|took over) (?:the |our )?(?P<t>(?!on\b|in\b|at\b|out\b|into\b)[\w][\w ./-]{1,36}?)(?: now| these days| from now on)?$", r"(?:the )?(?P<t>[\w][\w ./-]{1,30}?) is (?:owned|maintained|led|managed|run|handled) by (?P<v>[a-z][\w-]+(?: [a-z][\w-]+)?)$"], zh=[r"(?P<v>[一-鿿]{2,4}?|[a-z][\w-]{1,16})(?:现在|目前|主要|在|来|全权|已经)*(?:负责|主导|牵头|维护|管理|接手了?|管)(?:了)?\s*(?P<t>[一-鿿\w][一-鿿\w ./-]{1,16}?)(?:这块|这一块|的事)?$", r"(?P<t>[一-鿿\w][一-鿿\w ./-]{1,16}?)(?:现在|目前|都|主要|已经)*(?:由|归|是)\s*(?P<v>[一-鿿]{2,4}?|[a-z][\w-]{1,16})\s*(?:来)?(?:负责|管|维护|主导|牵头|接手)(?:的|了)?$"], slot="{t}.owner", reads="person", kind=Kind.BACKGROUND),
    _thing("due", "due|ship|launch|live|deadline|finished|ready|release|上线|交付|截止|发布|到期|之前|完成", en=[rf"{_DET}(?P<t>[\w][\w ./-]{{0,36}}?)(?:'s| is| are| will)? ?(?:due|ships?|launch(?:es)?|goes? live|must ship|has to ship|have to ship|must be (?:done|finished|ready|delivered)|needs? to (?:be (?:done|finished|ready|delivered)|ship|launch)|is scheduled|releases?|has to be (?:done|finished|ready|delivered))(?: to (?:launch|ship|release))?(?: on| by| for| before| in| at)?<v>"], zh=[r"(?P<t>[一-鿿\w][一-鿿\w ./-]{0,14}?)(?:的)?(?:要|得|必须|计划|预计|需要|打算|将|会|应该|最晚|最迟)*(?:在|于)?(?P<v>(?:\d{4}年)?\d{1,2}月(?:\d{1,2}[日号]|底|初|中旬|上旬|下旬)?|[下本这]个?(?:周[一二三四五六日天末]|月底?|星期[一二三四五六日天])|月底|年底|\d{1,2}[日号]|周[一二三四五六日天]|国庆|春节|元旦)(?:之?前)?(?:正式)?(?:要)?(?:上线|交付|截止|发布|完成|到期|验收|提测|结项|交稿)(?:了)?$"], slot="{t}.deadline", reads="day", hard=True, kind=Kind.BACKGROUND),
    _thing("meeting", "defen|party|match|game|launch|rehears|stand|meeting|sync|retro|review|planning|demo|1:1|class|lesson|appointment|会|课|面试|考试|答辩|体检|interview|exam|flight|航班|wedding|call|one-on-one|checkup|lecture|seminar|training|workshop|office hours|all-hands|presentation", en=[rf"{_DET}(?P<t>{_MEETINGS})(?:'s| is| are| starts| happens| takes place| was moved| moved| got moved| will be| meets)(?: now| always| scheduled| moved| held)*(?: to| at| on| for)?<v>", rf"(?:we|i) (?:have|do|hold|run) (?:our |the |a |my )?(?P<t>{_MEETINGS})s?(?: at| on)?(?P<v> (?:every|each) .*)"], zh=[rf"(?:我们的?|我的?|团队)?(?P<t>{_MEETINGS_ZH})(?:时间)?(?:现在|一般|都|固定)*(?:是|在|改到了?|改在了?|定在了?|定于|挪到了?|安排在了?|调到了?)<v>", rf"(?:我们)?(?P<v>每(?:天|周[一二三四五六日天]|个?月\d*[日号]?|个?工作日)[^，,。]{{0,8}}?)(?:开|有|上)(?P<t>{_MEETINGS_ZH})$"], slot="{t}.time", reads="when", kind=Kind.FACT),
    _thing("in-room", "room|会议室|房间", en=[rf"{_DET}(?P<t>{_MEETINGS}|office|desk|seat)(?: is| takes place| happens| will be| moved)(?: now)?(?: in| at| to)+ (?:the )?(?P<v>(?:meeting |conference )?room [\w-]+|[\w-]+ room)"], zh=[rf"(?P<t>{_MEETINGS_ZH}|工位|办公室)(?:现在)?(?:在|改在了?|改到了?|换到了?)\s*(?P<v>[a-z]?\d{{2,4}}[^，,。]{{0,6}}|[^，,。]{{1,6}}会议室)$"], slot="{t}.room", reads="text", kind=Kind.FACT),
    _thing("project-name", "project|app|called|named|项目", en=[r"(?:the|our|my) (?:new |current |side |main )?(?:project|product|app|startup|company|team|codebase)(?:'s name)? is (?:called|named|codenamed)<v>", r"(?:i'm|i am|we're|we are|i've been|we've been)(?: currently| now)? (?:building|developing|working on|making|creating|writing|launching) (?:an? )?(?:[\w-]+ ){0,4}(?:called|named)<v>", r"(?:the |our |my )?project(?:'s)? name(?: is|:)<v>"], zh=[r"(?:我们|我)?(?:的|这个|在做的|现在的)*(?:项目|产品|应用|app|公司)(?:的)?(?:名字|名称|代号)?(?:叫做?|名叫|叫作|命名为|取名)<v>", r"我们?(?:现在|最近|正)*(?:在|正在)?(?:做|开发|写|搞)(?:了)?(?:的)?(?:一个|一款|个)?(?:叫做?|名叫)(?P<v>[^，,。的]{1,16})的"], slot="project.name", reads="name", kind=Kind.BACKGROUND),
    _thing("building", "building|developing|working on|making|creating|writing|在做|在开发|在写|在搞|启动", en=[r"(?:i'm|i am|we're|we are|i've been|we've been)(?: currently| now| also)? (?:building|developing|working on|making|creating|writing|running|launching) (?P<v>(?:an?|my|our|the) (?!small |quick |simple )(?:[\w+#'-]+ ){0,5}(?:app|application|website|platform|service|tool|library|game|startup|product|saas|dashboard|bot|chatbot|agent|compiler|thesis|dissertation|novel|book|memoir|course|plugin|extension|engine|marketplace|podcast|newsletter|shop|store|blog|crawler|robot|drone|framework|cli|pipeline|simulator|phd)\b.*)"], zh=[r"(?:我|我们)(?:现在|最近|目前|正|一直|团队)*(?:在|正在)(?:做|开发|写|搞|弄|创业做)(?P<v>(?:一个|一款|一套|一本|一部|个|款)[^，,。]{2,24})$"], slot="project.goal", reads="liking", kind=Kind.BACKGROUND),
    _thing("status", "is|are|已|被|暂停|冻结|搁置", en=[rf"{_DET}(?P<t>(?!it\b|this\b|that\b|i\b|we\b|you\b|he\b|she\b|they\b|there\b|everything\b|all\b|who\b|what\b)[\w][\w ./-]{{1,32}}?)(?: is| are|'s| has been| was| got)(?: now| currently| officially| finally| still| fully| back)* (?P<v>{_STATES})(?:$| (?:until|since|because|by|on|for|in|as|now|again|waiting|pending)\b.*|[.!,])"], zh=[r"(?P<t>(?!我|你|他|她|这|那|它)[一-鿿\w][一-鿿\w ./-]{1,14}?)(?:已经|已|暂时|目前|现在|被|正式|终于|全部|刚刚?)+(?P<v>上线|发布|暂停|搁置|取消|延期|冻结|解冻|归档|废弃|下线|结项|通过(?:评审|验收)|完成|交付|批准|恢复)(?:了)?$"], slot="{t}.status", reads="text", kind=Kind.STATUS),
    _thing("lesson", "lesson|root cause|conclusion|learned|learnt|takeaway|教训|结论|根因|经验|原因", en=[r"(?:the |our |a |my |key |main |big )*(?:lessons?(?: learned| learnt)?|root cause|takeaways?|conclusion)(?: here| from \w+(?: \w+)?| of .{2,40}?)?(?: is| was|:)(?: that)?<v>", r"(?:we|i)(?:'ve| have)? (?:learned|learnt|concluded|found out|figured out|realized)(?: the hard way)?(?: today)? that<v>", r"(?:we) (?:concluded)<v>"], zh=[r"(?:这次|血的|一个|我们的?|最大的|最后的?|[^，,。]{1,10}的)*(?:教训|经验教训|结论|根因|根本原因|经验)(?:就)?(?:是|[:：])<v>", r"我们?(?:得出|总结)(?:的|出)?(?:一个)?(?:结论|教训|经验)(?:是|就是|[:：])?<v>"], slot="", reads="text", kind=Kind.PRINCIPLE, importance=0.85, trouble=True),
    _thing("decided", "decided|agreed|chose|settled|going with|决定|选定|敲定|定了|商定", en=[r"(?:we|our team|the team|i)(?:'ve| have)? (?:finally |all |just |now |jointly )*(?P<v>(?:decided|agreed|chosen|chose|opted|settled)(?: to| on| that| against| not to| we) .{4,})", r"(?P<v>we(?:'re| are) going with .+)", r"(?:the )?decision(?: is|:| was)<v>"], zh=[r"(?:我们|团队|我们组|公司|大家)(?:已经|最终|最后|今天|昨天|刚刚?|开会|讨论后|一致|商量后)*(?P<v>(?:决定|选定|敲定|商定)了?(?!明天|再|一会|等下|不了)[^，,。]{2,})"], slot="", reads="deed", kind=Kind.FACT, importance=0.65),
    _thing("principle", "always|never|must|every|总是|永远|不要|别|必须|务必|一律|严禁|禁止|绝不|原则|rule|只能|不得|每次|nightly|daily|weekly", en=[r"(?:our |my |the |a |one |general )*(?:rule|policy|principle|convention|rule of thumb|guideline)(?: here)?(?: is|:)(?: that| to)?<v>", r"(?:please )?(?P<v>(?:always|never(?! mind| again| heard| seen| thought| knew| been| had| saw| ever| the| did| said| got| going| met| used to| worked| works))(?! (?:good|happy|nice|great|a|the|there|have|has|be the)\b) [a-z]{2,} .{3,})", r"(?P<v>[a-z]{3,12} (?:the |all |every )?(?:nightly|daily|weekly|monthly|hourly) [a-z]+.*)", r"(?:we|all \w+|every \w+|\w+ \w+) (?P<v>(?:must|must not|always|never|may never|should never|should always) (?!mind)[a-z]+ .{3,})"], zh=[r"(?:我们的?|我的|一条|一个|一般|团队)*(?:原则|规矩|规定|规则|约定|惯例|铁律)(?:是|[:：])<v>", r"(?:请|以后|今后|我们)?(?P<v>(?:永远|一律|务必|绝对|绝不|严禁|禁止|千万|一定|必须|切勿|切记|每次)(?:都|要|不要|不能|别|不得|先|得)?(?!给我|跟我|吧)[^，,。]{3,30})$", r"(?:以后|今后|从现在起|之后)(?:请)?(?:都)?(?P<v>(?:不要|别|不能|不得)(?!给我|跟我|回复|回答|说|用|再?来)[^，,。]{3,30})$", r"(?P<v>[^，,。]{2,10}(?:之?前)(?:都|一律)?(?:必须|一定要?|务必)(?:先)?[^，,。]{2,20})$", r"(?P<v>(?:不要|别|不能|不得|不准)在(?:周[一二三四五六日天末]|生产|线上|主干|master|main|下班|节假日)[^，,。]{2,24})$"], slot="", reads="deed", kind=Kind.PRINCIPLE, importance=0.8, certainty=0.95),
)
