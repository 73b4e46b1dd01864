"""Pairs of statements, the older one first, and what they are to each other. `A || B` a line; one table a language and relation."""

ENGLISH: dict[str, str] = {
    "same": """
        I live in Lisbon || I live in Lisbon.
        I live in Lisbon || I'm currently living in Lisbon
        The gateway listens on port 6060 || Gateway service runs at localhost:6060
        Water the ferns on Friday || Don't forget to water the ferns on Friday
        Rotate the keys every month || Remember to rotate the keys each month
        Budget is 12k || The budget is 12,000
        The launch is on March 8 || The launch is on 8 March
        My manager is Priya || Priya is my manager
        Standup is at 9:30 am || Standup is at 9:30
        I hate celery || I really don't like celery
        Likes films || Likes movies
        Owen speaks Dutch || Owen is fluent in Dutch
        I have two cats || I've got 2 cats
        Our database is MariaDB || The database is MariaDB
        I no longer eat meat || I don't eat meat any more
        My favourite colour is teal || My favorite color is teal
        Ruth works at Initech || Ruth works for Initech
        User prefers aisle seats || I prefer aisle seats
        The worker pool runs on port 9100 || Worker pool is served on 9100
        My daughter's name is Elsa || My daughter is called Elsa
        We use GitLab CI || We're using GitLab CI
        I go to the gym every day || I go to the gym daily
        Backup the database every Sunday || Please make sure to backup the database every Sunday
        Salary is 20k || Salary is 20,000
        I am vegetarian || I'm a vegetarian
        I own a Tesla || I have a Tesla
        My birthday is 4 May || My birthday is May 4th
        Sam can't swim || Sam cannot swim
        The office is in Leeds || Our office is in Leeds
        I was born in 1990 || I was born in 1990!
        Karen lives in Malmö || Karen resides in Malmö
        The API limit is 1,000 requests || API limit is 1k requests
        I have three kids || I've got 3 kids
        I dislike mushrooms || I don't like mushrooms
        Please always answer in French || Always answer in French
        Our standup starts at 9 am || Our stand-up starts at 9:00
        Don't forget: the rent is due on the 5th || The rent is due on the 5th
        My wife is named Clara || My wife's name is Clara
        I'm allergic to cats || I am allergic to cats.
    """,
    "refines": """
        Enjoys sailing || Enjoys sailing with her brother
        I play chess || I play chess on Thursday evenings
        Lives in Porto || Lives in Porto near the river
        Works at Globex || Works at Globex as a chemist
        I have a dog || I have a dog named Biscuit
        I drink tea || I drink tea without sugar
        Likes running || Likes running early in the morning
        Standup is at 10:00 || Standup is at 10:00 on Mondays
        Owen reads novels || Owen reads novels before bed
        I swim || I swim twice a week
        I play the piano || I play the piano every evening
        Allergic to peanuts || Severely allergic to peanuts
        Enjoys reading || Enjoys reading science fiction
        I take the bus || I take the bus to work
        Meets with Dana || Meets with Dana on Wednesdays
        Studies law || Studies law at Leiden
        I bake bread || I bake bread with my daughter on weekends
        I practise yoga || I practise yoga at home before breakfast
        Enjoys gardening || Enjoys gardening at weekends
        Karen owns a boat || Karen owns a boat called Selma
        I eat fish || I eat fish on Fridays
        My office is in Bonn || My office is in Bonn near the station
        I'm learning Greek || I'm learning Greek with a tutor
    """,
    "conflict": """
        The gateway listens on port 6060 || The gateway listens on port 6061
        I live in Lisbon || I moved to Oslo
        I live in Lisbon || I'm based in Oslo now
        Mira is allergic to shellfish || Mira isn't allergic to shellfish
        I like olives || I don't like olives
        I love olives || I can't stand olives
        I eat pork || I no longer eat pork
        Works at Initech || Used to work at Initech
        Works at Initech || Left Initech
        Favourite painter is Monet || My favourite painter is Klee now
        My manager is Priya || My manager is Sven
        Priya is my manager || Sven is my manager
        Budget is 5k || Budget is 50k
        The deadline is Friday || The deadline is Tuesday
        The deadline is March 8 || The deadline moved to March 18
        Always call me in the morning || Never call me in the morning
        The feature flag is enabled || The feature flag is disabled
        The build is passing || The build is failing
        Owen is assigned to Project Heron || Owen has been reassigned to Project Kite
        The search index is public || The search index is private
        Deploy is blocked || Deploy is unblocked
        User likes beer || User prefers wine, not beer any more
        I smoke || I quit smoking
        We deploy on Fridays || We never deploy on Fridays
        The invoice service runs on MySQL || The invoice service runs on Postgres now
        My favourite season is winter || My favourite season is spring
        Send me reminders by email || Don't send me reminders by email
        I weigh 70 kg || I weigh 75 kg
        I live with my parents || I don't live with my parents any more
        I am a vegetarian || I'm not a vegetarian any more
        The API key rotation is manual || The API key rotation is automatic
        My car is a Volvo || My car is a Fiat
        Tests run on Jenkins || Tests run on GitHub Actions now
        I'm single || I'm married
        Nina is on the payments team || Nina moved to the growth team
        Meeting is in room 4 || Meeting is in room 7
        Uses Vim || Switched to Emacs
        I drink alcohol || I stopped drinking alcohol
        My phone number ends in 1234 || My phone number ends in 4321
        The store opens at 9am || The store opens at 10am
        I wake up at 6 || I wake up at 7
        Reply in English || Reply in Chinese
        Only contact me on weekdays || Don't contact me on weekdays
        I can eat dairy || I can't eat dairy
        The release is on Thursday || The release was postponed to Monday
        Version is 2.3.1 || Version is 2.4.0
        Karen is allergic to penicillin || Karen is no longer allergic to penicillin
        I take sugar in my coffee || I don't take sugar in my coffee
        The proxy listens on 3128 || The proxy listens on 3129
        My wife is called Clara || My wife is called Nora
        Office is in Bonn || The office moved to Ulm
        My favourite band is Wilco || My favourite band is now Low
        Budget for hosting is $200 || Budget for hosting is $300
        Backups are kept for 7 days || Backups are kept for 14 days
        The locker number is 4411 || The locker number is 4412
        I have a car || I don't have a car any more
        Alerts go to Slack || Alerts no longer go to Slack
        Karen leads the data team || Karen no longer leads the data team
        Use British spelling || Don't use British spelling
        I work night shifts || I work day shifts now
        The contract ends on 30 June || The contract ends on 31 July
        Cache TTL is 5 minutes || Cache TTL is 10 minutes
    """,
    "done": """
        Maybe we should move the queue to Kafka || We moved the queue to Kafka
        I'm planning to buy a bike || I bought a bike
        We might switch the frontend to Svelte || We switched the frontend to Svelte
        I'm thinking of adopting a kitten || I adopted a kitten
        We plan to hire a designer || We hired a designer
        Perhaps we should rewrite the parser in Rust || We rewrote the parser in Rust
        I want to learn Spanish || I learned Spanish
        We're considering moving the office to Leeds || We moved the office to Leeds
        I'm going to quit smoking || I quit smoking
        We should probably drop Redis || We dropped Redis
        I plan to visit Kyoto || I visited Kyoto
        Considering switching to Bun || Switched to Bun
        We might cancel the Adobe licence || We cancelled the Adobe licence
    """,
    "soft": """
        Prefers tea || Prefers coffee in the afternoon
        I prefer dark mode || I prefer light mode
        Doesn't like coffee || Likes iced coffee
        Likes action movies || Has been enjoying documentaries more lately
        Prefers short answers || Prefers detailed answers for code
    """,
    "distinct": """
        Ana is my dentist || Hana is my landlord
        Owen works on Project Heron || Lena works on Project Heron
        Room 12 has a projector || Room 21 has a projector
        Mira is allergic to shellfish || Owen is allergic to shellfish
        I like tennis || I like table tennis
        I like apples || I like apple pie
        Likes coffee || Hates decaf coffee
        Likes coffee || The coffee machine is a Rancilio
        I like hiking || I not only like hiking, I also like climbing
        Likes hiking || Likes swimming
        I have a dog || I have a parrot
        Owen speaks Dutch || Owen speaks Finnish
        I like olives || My sister doesn't like olives
        My sister lives in Rome || I live in Lisbon
        The gateway listens on port 6060 || The worker listens on port 6061
        Invoice INV-1041 was paid || Invoice INV-1042 was cancelled
        The budget is 5k || The team has five people
        I live in Lisbon || Lisbon is lovely in spring
        I work at Globex || I used to work at Initech
        Allergic to nuts || Allergic to pollen
        Email the report on Monday || Print the badge on Monday
        The staging database is slow || The production database is fast
        Mira has a daughter || Mira has a son
        My brother is a nurse || My brother is called Tim
        I'm learning the cello || I'm learning Portuguese
        Likes jazz || Likes jazz and blues
        Sam's birthday is in May || Sam's wife's birthday is in May
        The cat is called Momo || The dog is called Mimi
        Ticket #881 is open || Ticket #818 is closed
        I visited Rome in 2019 || I visited Rome in 2022
        Nina likes tea || Dora likes tea
        My laptop is a ThinkPad || My phone is a Pixel
        I like Java || I like JavaScript
        Pay rent on the 1st || Pay the gym on the 1st
        I like cheese || I like cheesecake
        The test server is in Oslo || The build server is in Bergen
        Works at Acme || Acme is hiring
        Never late for meetings || Meetings are on Tuesdays
        I used to live in Turin || I live in Graz
        Use tabs in Go || Use spaces in Python
        Don't use emojis || Use bullet points
        Karen's brother is a pilot || Karen's sister is a pilot
        The proxy listens on 3128 || The mail relay listens on 2525
        I like basketball || I like baseball
        I like ice || I like ice cream
        I take the train to work || I take the bus to the gym
        Flight LH401 leaves at 8 || Flight LH410 lands at 9
        I read the Dune novels || I watched the Dune movies
        I don't eat pork || I eat chicken
        Budget for hosting is $200 || Budget for travel is $300
        Do not reply in Spanish || I speak Spanish
        Karen works at Bosch || Karen likes Bosch tools
        Nothing beats fresh bread || I bake bread
        Not only cats, I like dogs too || I like birds
        I went to Oslo in May || I went to Bergen in June
    """,
    "open": """
        Standup is at 9:15 on Monday || Standup is at 9:15 on Thursday
        Meeting room 204 || Meeting room 240
        Order 5512 || Order 5521
        The trip takes 3 hours || The trip takes 5 hours
    """,
}
CHINESE: dict[str, str] = {
    "same": """
        我住在苏州园区 || 目前住苏州园区
        我住在苏州园区 || 家在苏州园区
        周三交月报 || 别忘了周三交月报
        给绿萝浇水 || 记得给绿萝浇水
        预算是3万 || 预算：30000
        网关监听6060端口 || 网关服务的端口是6060
        我讨厌芹菜 || 我不喜欢芹菜
        我喜欢看电影 || 我爱看影片
        我有两只猫 || 我养了2只猫
        站会在上午9点半 || 站会在9:30
        我不再吃肉 || 我已经不吃肉了
        我的老板是陈立 || 陈立是我老板
        用户喜欢靠窗的座位 || 我喜欢靠窗的座位
        小林对花生过敏 || 小林花生过敏
        最喜欢的颜色是蓝色 || 我最喜欢的颜色是蓝色
        数据库用的是MySQL || 数据库使用MySQL
        每天跑步 || 天天跑步
        不得不加班 || 不得不加班。
        我是素食者 || 我是个素食者
        我女儿叫小雨 || 我的女儿叫小雨
        每周日备份数据库 || 记得每周日备份数据库
        工资是2万 || 工资20000
        我生日是5月4号 || 我的生日是5月4日
        我不会游泳 || 我不会游泳的
        公司在西湖区 || 我们公司在西湖区
        别忘了关灯 || 关灯
        项目代号是蓝鲸 || 项目代号：蓝鲸
        家住成都 || 我住成都
        我有三个孩子 || 我有3个孩子
        我不喜欢蘑菇 || 我讨厌蘑菇
        接口限流1000次 || 接口限流是1k次
        请一直用法语回答 || 一直用法语回答
        我老婆叫小兰 || 我老婆的名字是小兰
        小孙住在青岛 || 小孙目前住在青岛
        别忘了5号交房租 || 5号交房租
        我对猫过敏 || 我对猫过敏的
        我住在南京玄武 || 住址：南京市玄武区
        家在玄武（南京） || 我住在南京玄武
    """,
    "refines": """
        喜欢游泳 || 喜欢在清晨游泳
        喜欢喝茶 || 喜欢喝绿茶
        我住在苏州 || 我住在苏州园区
        喜欢跑步 || 喜欢和同事一起跑步
        我养了一只狗 || 我养了一只三岁的狗
        喜欢吃面 || 喜欢吃辣的面
        在星河公司上班 || 在星河公司上班当会计
        站会在10点 || 站会在周一10点
        喜欢摄影 || 周末喜欢摄影
        我会弹琴 || 我会在晚上弹琴
        我弹钢琴 || 我每天晚上弹钢琴
        喜欢看书 || 喜欢看科幻书
        坐公交 || 坐公交上班
        喜欢旅行 || 喜欢一个人旅行
        对花生过敏 || 对花生严重过敏
        和小王开会 || 每周三和小王开会
        喜欢瑜伽 || 喜欢早上练瑜伽
        养了一只鹦鹉 || 养了一只会说话的鹦鹉
        喜欢喝咖啡 || 喜欢喝冰咖啡
        在学希腊语 || 周末在学希腊语
    """,
    "conflict": """
        网关监听6060端口 || 网关监听6061端口
        我住在苏州 || 我搬到了厦门
        我住在苏州 || 我现在定居厦门
        小林对虾过敏 || 小林对虾不过敏
        我喜欢榴莲 || 我不喜欢榴莲
        我爱吃榴莲 || 我讨厌榴莲
        喜欢吃折耳根 || 再也不吃折耳根了
        在星河公司上班 || 已经从星河公司离职了
        最喜欢的作家是余华 || 现在最喜欢的作家是莫言
        我的老板是陈立 || 我的老板是周敏
        预算是5万 || 预算是50万
        截止日期是周五 || 截止日期是周二
        截止日期是3月8日 || 截止日期推迟到3月18日
        部署已开启 || 部署已关闭
        审核通过 || 审核失败
        周日不要打电话 || 周日可以打电话
        我抽烟 || 我不抽烟了
        我们周五发布 || 我们周五从不发布
        站会在9点 || 站会改到10点
        最喜欢的季节是冬天 || 最喜欢的季节是春天
        公司在滨江 || 公司不在滨江了
        我单身 || 我已婚
        小周负责飞鸟项目 || 小周改为负责白鹭项目
        我喝咖啡 || 我不喝咖啡了
        发邮件提醒我 || 不要发邮件提醒我
        我体重70公斤 || 我体重75公斤
        我和父母住 || 我不和父母住了
        我吃素 || 我不吃素了
        密钥手动轮换 || 密钥自动轮换
        我的车是沃尔沃 || 我的车是菲亚特
        妮娜在支付组 || 妮娜调到增长组了
        会议在4号会议室 || 会议在7号会议室
        我用Vim || 我改用Emacs了
        我喝酒 || 我戒酒了
        商店9点开门 || 商店10点开门
        我6点起床 || 我7点起床
        用英文回复 || 用中文回复
        只在工作日联系我 || 不要在工作日联系我
        我能吃乳制品 || 我不能吃乳制品
        周四发版 || 发版推迟到下周一
        版本是2.3.1 || 版本是2.4.0
        我在读研 || 我不读研了
        老板是陈立 || 老板换成周敏了
        我养猫 || 我已经不养猫了
        服务器在东京 || 服务器迁到新加坡了
        小孙对青霉素过敏 || 小孙不再对青霉素过敏
        我喝咖啡加糖 || 我喝咖啡不加糖
        代理监听3128 || 代理监听3129
        我老婆叫小兰 || 我老婆叫小梅
        办公室在滨江 || 办公室搬到余杭了
        最喜欢的乐队是五月天 || 现在最喜欢的乐队是痛仰
        托管预算是200元 || 托管预算是300元
        备份保留7天 || 备份保留14天
        储物柜号是4412 || 储物柜号是4413
        我有车 || 我没有车了
        告警发到钉钉 || 告警不再发到钉钉
        小孙带数据组 || 小孙不带数据组了
        合同6月30日到期 || 合同7月31日到期
        我在医院上夜班 || 我现在在医院上白班
        缓存有效期是5分钟 || 缓存有效期是10分钟
        周会在周一 || 周会改到周三
    """,
    "done": """
        也许该把队列迁移到Kafka || 队列已经迁移到Kafka了
        打算买自行车 || 买了自行车
        我们考虑把前端换成Svelte || 我们把前端换成了Svelte
        计划招一名设计师 || 招了一名设计师
        我想养猫 || 我养猫了
        也许应该用Rust重写解析器 || 已经用Rust重写了解析器
        我打算学西班牙语 || 我学了西班牙语
        准备把办公室搬到滨江 || 办公室已经搬到滨江了
        我们打算弃用Redis || 我们弃用了Redis
        我计划去京都 || 我去了京都
        考虑取消Adobe订阅 || 已经取消了Adobe订阅
    """,
    "soft": """
        更喜欢喝茶 || 下午更喜欢喝咖啡
        偏好深色模式 || 偏好浅色模式
        不喜欢咖啡 || 喜欢冰咖啡
        喜欢动作片 || 最近更喜欢纪录片
        喜欢简短回答 || 代码问题更喜欢详细回答
    """,
    "distinct": """
        小林参与支付项目 || 小周参与支付项目
        住在无棣 || 无棣的房子离学校很近
        喜欢钓鱼 || 不仅喜欢钓鱼，还喜欢下棋
        喜欢钓鱼 || 喜欢下棋
        喜欢茶 || 喜欢茶花
        喜欢咖啡 || 讨厌速溶咖啡
        喜欢咖啡 || 咖啡机坏了
        小林对虾过敏 || 小周对虾过敏
        我有一只猫 || 我有一只狗
        我会说日语 || 我会说法语
        我妹妹住在大连 || 我住在苏州
        网关监听6060端口 || 调度器监听6061端口
        12号楼有电梯 || 21号楼有电梯
        订单A1041已付款 || 订单A1042已取消
        我在星河公司上班 || 我以前在远山公司上班
        对坚果过敏 || 对花粉过敏
        周一交周报 || 周一领工牌
        测试库很慢 || 生产库很快
        小林有一个女儿 || 小林有一个儿子
        我喜欢榴莲 || 我妹妹不喜欢榴莲
        喜欢爵士乐 || 喜欢爵士乐和蓝调
        在学大提琴 || 在学葡萄牙语
        预算是5万 || 团队有五个人
        我住在苏州 || 苏州的春天很美
        我哥哥是护士 || 我哥哥叫小天
        小王的生日在五月 || 小王妻子的生日在五月
        猫叫咪咪 || 狗叫米米
        工单881未关闭 || 工单818已关闭
        2019年去过罗马 || 2022年去过罗马
        妮娜喜欢茶 || 多拉喜欢茶
        我的电脑是联想 || 我的手机是小米
        喜欢奶酪 || 喜欢奶酪蛋糕
        1号交房租 || 1号交水费
        测试服务器在北京 || 编译服务器在上海
        在华星上班 || 华星在招人
        我以前住都灵 || 我住格拉茨
        无线耳机很好用 || 喜欢听音乐
        别墅在山上 || 喜欢爬山
        不要用表情 || 用列表回答
        我不得不早起 || 我喜欢早起
        Go里用制表符 || Python里用空格
        小孙的哥哥是飞行员 || 小孙的姐姐是飞行员
        代理监听3128 || 邮件网关监听2525
        喜欢篮球 || 喜欢棒球
        喜欢冰 || 喜欢冰淇淋
        坐火车上班 || 坐公交去健身房
        航班CA401八点起飞 || 航班CA410九点降落
        不吃猪肉 || 吃鸡肉
        托管预算是200元 || 差旅预算是300元
        不要用西班牙语回复 || 我会说西班牙语
        小孙在博世上班 || 小孙喜欢博世的工具
        五月去了奥斯陆 || 六月去了卑尔根
        莫干山很凉快 || 喜欢凉快的地方
        不得不说咖啡很香 || 我喝茶
    """,
    "open": """
        会议室204 || 会议室240
        周三交月报 || 周四交月报
        单号5512 || 单号5521
        路上要3小时 || 路上要5小时
        例会在周一9点 || 例会在周四9点
    """,
}


def rows(table: dict[str, str]) -> list[tuple[str, str, str]]:
    """(relation, older, newer) of every line."""
    lines = [(relation, line.strip()) for relation, text in table.items() for line in text.splitlines() if line.strip()]
    return [(relation, *(part.strip() for part in line.split("||"))) for relation, line in lines]  # type: ignore[misc]  # two parts a line
