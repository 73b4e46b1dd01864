"""What people say in passing, in both languages and in wordings that the other lists lack: the words, the slot, the value.

"-" is a fact without a slot; a slot ending in "!" only ends a fact, one beginning with "~" denies it.
"""

ENGLISH = """
Everyone knows me as Tilda | user.nickname | Tilda
I'm living in Utrecht at the moment | user.city | Utrecht
I reside in Malmo | user.city | Malmo
I've been in Hamburg since 2019 | user.city | Hamburg
my family and I live in Tampere | user.city | Tampere
I hail from Oaxaca | user.hometown | Oaxaca
my hometown is Trieste | user.hometown | Trieste
I spent my childhood in Windhoek | user.hometown | Windhoek
I'm employed at Quillon | user.employer | Quillon
my company is called Vexel | user.employer | Vexel
I'm an optometrist by trade | user.job | optometrist
I make a living as a cabinetmaker | user.job | cabinetmaker
my day job is bookkeeping | user.job | bookkeeping
I just turned 46 | user.age | 46
my birthday's on November 3 | user.birthday | November 3
my birthday falls on November 3 | user.birthday | November 3
I did my degree at Uppsala University | user.school | Uppsala University
I mostly write in Kakoune | user.editor | Kakoune
Helix is my editor | user.editor | Helix
I have a ThinkPad X1 as my laptop | user.laptop | ThinkPad X1
my go-to drink is kombucha | user.favourite.drink | kombucha
I don't eat meat | ~user.like.meat | not meat
I eat vegan | user.diet | vegan
I've been vegan since 2018 | user.diet | vegan
my husband's name is Arne | user.partner | Arne
my girlfriend Malu is visiting next week | user.partner | Malu
please stick to English when you reply | reply.language | English
I'd like you to reply in Spanish from now on | reply.language | Spanish
no emojis in your answers please | reply.emoji | no emojis
keep replies under five sentences | reply.length | under five sentences
we use MySQL for storage | database.kind | MySQL
our data lives in Postgres | data.database | Postgres
the app is built with Flask | project.framework | Flask
main is our default branch | project.branch | main
our servers are in eu-west-3 | project.region | eu-west-3
we host everything in ap-northeast-1 | project.region | ap-northeast-1
the code name of the project is Heron | project.codename | Heron
I'm writing a novel about lighthouse keepers | project.goal | a novel about lighthouse keepers
the project is due on August 8 | project.deadline | August 8
we launch on June 14 | project.deadline | June 14
standup happens at 9:50 | standup.time | 9:50
our standup is every day at 10 | standup.time | every day at 10
our budget is 25k | project.budget | 25k
my boss is called Renske | user.manager | Renske
my manager's name is Ossian | user.manager | Ossian
we always meet in the Lighthouse | meeting.room | Lighthouse
we booked Larch Hall for the reception | reception | Larch Hall
our caterer is Basil & Rye | caterer | Basil & Rye
we went with UPS as our courier | courier | UPS
we swapped the caterer to Green Fork | caterer | Green Fork
I cycle to work | user.commute | cycle
I get to work by tram | user.commute | tram
peanuts give me hives | user.allergy | peanuts
I'm badly allergic to bee stings | user.allergy | bee stings
I'm a huge fan of ramen | user.like.ramen | ramen
I enjoy stargazing | user.like.stargazing | stargazing
I absolutely loathe mushrooms | ~user.like.mushrooms | not mushrooms
I'm not into musicals | ~user.like.musicals | not musicals
karaoke isn't my thing | ~user.like.karaoke | not karaoke
our cat is called Sardine | user.pet | Sardine
I've got two cats, Pip and Dot | user.pet | two cats
our daughter's name is Yara | user.child | Yara
my brother is a welder | brother.job | welder
my dad lives in Split | father.city | Split
my best friend is Dunya | user.friend | Dunya
my neighbour Teo works as a locksmith | teo.job | locksmith
I can speak Hindi and Urdu | user.language | Hindi and Urdu
my favourite pastime is whittling | user.hobby | whittling
I'm into beekeeping | user.like.beekeeping | beekeeping
I suffer from migraines | user.condition | migraines
I'm diabetic | user.condition | diabetic
I must pay the rent by Friday | - | -
I have to pick up the suit on Saturday | - | -
we got married in June | user.marital_status | married
I got my license yesterday | - | -
I'm off to Naples next week | - | -
my flight to Riga is on Tuesday | - | -
I've finished the tax return | - | -
I've just submitted the application | - | -
the takeaway is that small batches work best | - | -
we learned that retries made it worse | - | -
never merge without two approvals | - | -
all commits must be signed | - | -
I hope to run a half marathon this autumn | user.goal | run a half marathon this autumn
I tend to skip breakfast | user.habit | skip breakfast
I journal every night | user.habit | journal every night
every Sunday we call my grandmother | user.habit | every Sunday we call my grandmother
Hedda is our designer | user.designer | Hedda
our tester is Ravindra | tester | Ravindra
Ottoline maintains the search indexer | search_indexer.owner | Ottoline
the search indexer belongs to Ottoline | search_indexer.owner | Ottoline
I've moved to Leipzig | user.city | Leipzig
I live in Leipzig now, not Dresden | user.city | Leipzig
I left Quillon last month | user.employer! | Quillon
I got a new job at Vexel | user.employer | Vexel
the port changed to 7171 | project.port | 7171
the deadline has been moved to June 20 | project.deadline | June 20
the budget is now 30k | project.budget | 30k
my manager is now Ossian | user.manager | Ossian
we've moved the database to CockroachDB | database.kind | CockroachDB
so my name's Ignatz, spelled with a z | user.name | Ignatz
the wife and I live just outside Bruges | user.city | Bruges
we live over in Dunedin these days | user.city | Dunedin
I've been calling Tartu home since 2015 | user.city | Tartu
I was born in Plovdiv | user.hometown | Plovdiv
I work in the marketing team at Fernhill | user.employer | Fernhill
I've been with Fernhill for six years | user.employer | Fernhill
I run a small bakery | user.business | a small bakery
I'm a self-employed plumber | user.job | self-employed plumber
I do accounting for a living | user.job | accounting
I'm 33, in case it matters | user.age | 33
birthday: December 12 | user.birthday | December 12
I majored in geology | user.major | geology
my IDE is PyCharm | user.editor | PyCharm
my phone is a Pixel 9 | user.phone | Pixel 9
I avoid gluten | ~user.like.gluten | not gluten
I keep kosher | user.diet | kosher
answer me in French from here on | reply.language | French
talk to me in German please | reply.language | German
no bullet points, just prose | reply.format | no bullet points
I like my answers short and to the point | reply.length | short and to the point
deployments go to port 8899 | deploy.port | 8899
staging is at port 7001 | staging.port | 7001
postgres is our main database | database.kind | postgres
the stack is Go and Redis | project.stack | Go and Redis
our frontend is in Vue | project.frontend | Vue
we deploy from the main branch | deploy.branch | main
the repo lives at github.com/acme/rocket | repo.url | github.com/acme/rocket
we're building a booking platform for hostels | project.goal | a booking platform for hostels
the demo is on Thursday at 2 | demo.time | Thursday at 2
all-hands is Mondays at 4pm | all_hands.time | Mondays at 4pm
the budget for the offsite is 4k | offsite.budget | 4k
my supervisor is Dr. Amari | user.manager | Dr. Amari
retro is in room 12 | retro.room | room 12
we picked Tuscany for the honeymoon | honeymoon | Tuscany
the florist we chose is Petal & Stem | florist | Petal & Stem
I play badminton every Tuesday | user.hobby | badminton
I wake up at six | user.wake | six
I walk to work | user.commute | walk
I can't eat nuts because I'm allergic | ~user.like.nuts | not nuts
I adore old jazz records | user.like.old_jazz_records | old jazz records
I prefer trains over planes | user.like.trains | trains over planes
I don't drink alcohol | ~user.like.alcohol | not alcohol
we have a golden retriever named Bosun | user.pet | Bosun
our son Ravi just turned six | user.child | Ravi
I have twin boys | user.child | twin boys
my grandmother is from Sardinia | grandmother.hometown | Sardinia
my roommate Joss works nights | user.roommate | Joss
my cousin Petra lives in Graz | petra.city | Graz
I'm bilingual in Welsh and English | user.language | Welsh and English
I have high blood pressure | user.condition | high blood pressure
I take metformin every morning | user.medication | metformin
I have an interview on Thursday | - | -
I've got to renew my visa by June | - | -
we're moving offices next month | - | -
I quit smoking last year | ~user.like.smoking | not smoking
I sold my car yesterday | - | -
root cause: the clock was drifting | - | -
we decided to drop support for IE | - | -
always squash before merging | - | -
we never deploy after 4pm | - | -
I work from home on Fridays | user.habit | work from home on Fridays
we use Jira for tickets | project.tracker | Jira
I moved out of Bruges | user.city! | Bruges
I don't live in Bruges any more | user.city! | Bruges
we switched from Slack to Teams | - | -
the meeting moved to Wednesday | meeting.time | Wednesday
my new phone is a Fairphone 5 | user.phone | Fairphone 5
I go by Lex now | user.nickname | Lex
I'm not vegan any more | user.diet! | vegan
"""

CHINESE = """
大家都叫我阿May | user.nickname | 阿May
我目前定居苏州 | user.city | 苏州
我家住在贵阳 | user.city | 贵阳
我现在人在拉萨 | user.city | 拉萨
我和老公一起住在无锡 | user.city | 无锡
我是土生土长的温州人 | user.hometown | 温州
我出生在包头 | user.hometown | 包头
我小时候是在海口长大的 | user.hometown | 海口
我任职于松果科技 | user.employer | 松果科技
我现在的公司是松果科技 | user.employer | 松果科技
我在松果科技做测试 | user.employer | 松果科技
我是一名验光师 | user.job | 验光师
我的工作是木匠 | user.job | 木匠
我今年四十六了 | user.age | 四十六
11月3日是我生日 | user.birthday | 11月3日
我的生日在11月3号 | user.birthday | 11月3号
我毕业于南开大学 | user.school | 南开大学
我写代码用的编辑器是Helix | user.editor | Helix
我一直拿Emacs写代码 | user.editor | Emacs
我就爱喝豆浆 | user.like.豆浆 | 豆浆
我不吃肉 | ~user.like.肉 | 不肉
我是纯素食者 | user.diet | 纯素食者
我太太叫乔安 | user.partner | 乔安
我男朋友阿铮下周过来 | user.partner | 阿铮
以后都用英文跟我说 | reply.language | 英文
回复我的时候请用中文 | reply.language | 中文
回答别超过五句话 | reply.length | 五句话
回答里不要用表情 | reply.emoji | 不要用表情
部署的时候用6200端口 | deploy.port | 6200
线上服务监听9100端口 | 线上.port | 9100
主分支是main | project.branch | main
我们的服务器都在法兰克福机房 | project.region | 法兰克福
这个项目的代号叫苍鹭 | project.codename | 苍鹭
我在写一本关于守塔人的小说 | project.goal | 一本关于守塔人的小说
项目8月8号截止 | project.deadline | 8月8号
我们6月14日上线 | project.deadline | 6月14日
站会时间是9点50 | standup.time | 9点50
我们每天十点开站会 | standup.time | 每天十点
我们的预算是两万五 | project.budget | 两万五
我上司叫任远 | user.manager | 任远
我早上五点半就起 | user.wake | 五点半
我骑车上班 | user.commute | 骑车
我一吃花生就起疹子 | user.allergy | 花生
我对蜂毒严重过敏 | user.allergy | 蜂毒
我特别爱吃拉面 | user.like.拉面 | 拉面
我最讨厌蘑菇 | ~user.like.蘑菇 | 不蘑菇
我从来不吃香菇 | ~user.like.香菇 | 不香菇
我家的猫叫沙丁鱼 | user.pet | 沙丁鱼
我养了两只猫 | user.pet | 两只猫
我闺女叫雅拉 | user.child | 雅拉
我哥是焊工 | brother.job | 焊工
我爸在大庆住 | father.city | 大庆
我最好的朋友叫董雅 | user.friend | 董雅
我邻居老铁是锁匠 | 老铁.job | 锁匠
我会讲冰岛语 | user.language | 冰岛语
我平时喜欢木雕 | user.like.木雕 | 木雕
我得了偏头痛 | user.condition | 偏头痛
周五之前我得交房租 | - | -
周六我要去取西装 | - | -
我们六月份结婚了 | user.marital_status | 结婚
我昨天拿到驾照了 | - | -
我下周去那不勒斯 | - | -
我周二飞里加 | - | -
报税我已经弄完了 | - | -
经验是小批量更稳 | - | -
没有两个人批准绝不能合并 | - | -
所有提交都必须签名 | - | -
我一般不吃早饭 | ~user.like.早饭 | 不早饭
我每天晚上写日记 | user.habit | 每天晚上写日记
我们每周日给奶奶打电话 | user.habit | 每周日给奶奶打电话
搜索服务由欧阳维护 | 搜索.owner | 欧阳
我搬到烟台了 | user.city | 烟台
我现在住烟台，不住威海了 | user.city | 烟台
我上个月从松果科技离职了 | user.employer! | 松果科技
我跳槽到星野科技了 | user.employer | 星野科技
端口改成7171了 | project.port | 7171
预算涨到30万了 | project.budget | 30万
现在我的主管是任远 | user.manager | 任远
我们把数据库换成CockroachDB了 | database.kind | CockroachDB
my fiancé is called Rafe | user.partner | Rafe
叫我小满就行 | user.nickname | 小满
我住在成都高新区 | user.city | 成都高新区
俺家在菏泽 | user.city | 菏泽
目前在南宁工作生活 | user.city | 南宁
我来自喀什 | user.hometown | 喀什
我在招商局上班 | user.employer | 招商局
我是开面包店的 | user.business | 面包店
我是高中数学老师 | user.job | 高中数学老师
我干会计的 | user.job | 会计
我33岁，属猴 | user.age | 33
我12月12生日 | user.birthday | 12月12
我大学学的地质 | user.major | 地质
我手机是小米15 | user.phone | 小米15
我开一辆比亚迪 | user.car | 比亚迪
我只喝茶不喝咖啡 | user.favourite.drink | 茶
我不能吃麸质 | ~user.like.麸质 | 不麸质
我信清真，只吃清真 | user.diet | 只吃清真
我未婚妻叫沈棠 | user.partner | 沈棠
跟我说话用粤语吧 | reply.language | 粤语
你回答我的时候简洁一点 | reply.length | 简洁一点
发布走8899端口 | deploy.port | 8899
测试环境端口是7001 | 测试环境.port | 7001
我们主要用Postgres | database.kind | Postgres
前端用的Vue | 前端.frontend | Vue
我们从main分支发布 | deploy.branch | main
代码仓库在github.com/acme/rocket | project.repo | github.com/acme/rocket
我们在做一个青旅预订平台 | project.goal | 一个青旅预订平台
演示是周四下午两点 | 演示.time | 周四下午两点
团建预算四千 | 团建.budget | 四千
复盘会在12号会议室 | 复盘会.room | 12号会议室
蜜月我们选了托斯卡纳 | 蜜月 | 托斯卡纳
花店我们最后定了春生 | 花店 | 春生
我每周二打羽毛球 | user.habit | 每周二打羽毛球
我早上六点起床 | user.wake | 六点
我走路上班 | user.commute | 走路
我坚果过敏 | user.allergy | 坚果
我对猫毛有点过敏 | user.allergy | 猫毛
我酷爱老爵士唱片 | user.like.老爵士唱片 | 老爵士唱片
比起飞机我更喜欢坐火车 | user.like.坐火车 | 坐火车
我不喝酒 | ~user.like.酒 | 不酒
我们家有只金毛叫水手 | user.pet | 水手
我儿子拉维刚满六岁 | user.child | 拉维
我有一对双胞胎儿子 | user.child | 一对双胞胎
我奶奶是撒丁岛人 | grandmother.hometown | 撒丁岛
我室友周周上夜班 | user.roommate | 周周
我表妹佩佩住在格拉茨 | 佩佩.city | 格拉茨
我有高血压 | user.condition | 高血压
我每天早上吃二甲双胍 | user.medication | 二甲双胍
我周四有个面试 | - | -
我六月之前要续签证 | - | -
我们下个月搬办公室 | - | -
我去年戒烟了 | ~user.like.烟 | 不烟
我昨天把车卖了 | - | -
根因是时钟漂移 | - | -
我们决定不再支持IE | - | -
合并之前必须先压缩提交 | - | -
我周五在家办公 | user.habit | 周五在家办公
我搬离菏泽了 | user.city! | 菏泽
我现在不住菏泽了 | user.city! | 菏泽
我们从Slack换到Teams了 | - | -
会议改到周三了 | meeting.time | 周三
我新手机是小米15 | user.phone | 小米15
我现在不是素食者了 | user.diet! | 素食者
"""

ALL = {"english": ENGLISH, "chinese": CHINESE}
