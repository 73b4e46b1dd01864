"""What people say of themselves, their people and their work in Chinese; the columns are those of `stated_english`."""

IDENTITY = """
我叫林知夏 | user.name | 林知夏
你好，我是陈默 | user.name | 陈默
我的名字是赵一鸣 | user.name | 赵一鸣
我姓欧阳 | user.surname | 欧阳
叫我阿蓝就行 | user.nickname | 阿蓝
大家都叫我豆包 | user.nickname | 豆包
你可以叫我小米 | user.nickname | 小米
我今年32岁 | user.age | 32
我快四十岁了 | user.age | 四十
我是1990年出生的 | user.birthyear | 1990
我的生日是5月20号 | user.birthday | 5月20号
生日是十月一日 | user.birthday | 十月一日
我老家在洛阳 | user.hometown | 洛阳
我是重庆人 | user.hometown | 重庆
我在大连长大 | user.hometown | 大连
我来自兰州 | user.hometown | 兰州
我会说粤语 | user.language | 粤语
我的母语是蒙古语 | user.language | 蒙古语
我最近在学法语 | user.learning | 法语
我对虾过敏 | user.allergy | 虾
我对青霉素严重过敏 | user.allergy | 青霉素
我花粉过敏 | user.allergy | 花粉
对了，我吃芒果会过敏 | user.allergy | 芒果
我有哮喘 | user.condition | 哮喘
我乳糖不耐受 | user.condition | 乳糖不耐受
我吃素 | user.diet | 吃素
我是素食主义者 | user.diet | 素食主义者
我恐高 | user.fear | 恐高
我是O型血 | user.blood_type | O
我属兔 | user.zodiac | 兔
我结婚了 | user.marital_status | 结婚
我是INFP | user.mbti | INFP
"""

PLACES_AND_WORK = """
我住在厦门 | user.city | 厦门
我现在住青岛 | user.city | 青岛
家在苏州工业园区 | user.city | 苏州工业园区
我家在济南 | user.city | 济南
我去年搬到了昆明 | user.city | 昆明
上个月搬家到长沙了 | user.city | 长沙
坐标：武汉 | user.city | 武汉
我已经不住南京了 | user.city! | 南京
下个月搬去西安 | user.move | 西安
我打算明年搬到珠海 | user.move | 珠海
搬完了 | user.move | 搬完了
我在星河科技上班 | user.employer | 星河科技
我刚入职云帆网络 | user.employer | 云帆网络
我跳槽到蓝鲸数据了 | user.employer | 蓝鲸数据
我是小学老师 | user.job | 小学老师
我是一名急诊科医生 | user.job | 急诊科医生
我做前端开发 | user.job | 前端开发
我的职业是会计 | user.job | 会计
我升职成技术总监了 | user.job | 技术总监
我不在星河科技上班了 | user.employer! | 星河科技
我从云帆网络离职了 | user.employer! | 云帆网络
我以前在海豚影业工作 | user.employer! | 海豚影业
我毕业于武汉大学 | user.school | 武汉大学
我在浙江大学读研 | user.school | 浙江大学
我的专业是材料科学 | user.major | 材料科学
我大学学的是考古 | user.major | 考古
我有八年开发经验 | user.experience | 八年
我写代码用Neovim | user.editor | Neovim
我的系统是Ubuntu | user.os | Ubuntu
我会弹古筝 | user.skill | 古筝
我的领导是顾明 | user.manager | 顾明
我的时区是东八区 | user.timezone | 东八区
"""

PEOPLE = """
我老婆叫苏晴 | user.partner | 苏晴
我女儿叫朵朵 | user.child | 朵朵
我有一个儿子叫大海 | user.child | 大海
我有两个孩子 | user.child | 两个孩子
我养了一只猫叫雪球 | user.pet | 雪球
我家狗狗叫布丁 | user.pet | 布丁
我养了两只仓鼠 | user.pet | 两只仓鼠
我有一个姐姐 | user.sibling | 一个姐姐
我是独生子 | user.sibling | 独生子
我妈住在烟台 | mother.city | 烟台
我老公对海鲜过敏 | husband.allergy | 海鲜
我爸是退休教师 | father.job | 退休教师
老周的儿子叫石头 | 老周.child | 石头
小赵对花生过敏 | 小赵.allergy | 花生
韩梅住在天津 | 韩梅.city | 天津
李想在星河科技上班 | 李想.employer | 星河科技
老周的生日是6月2号 | 老周.birthday | 6月2号
顾明是我同事 | user.colleague | 顾明
小赵负责支付服务 | 支付.owner | 小赵
订单服务由韩梅负责 | 订单.owner | 韩梅
小赵对花生不过敏 | ~小赵.allergy | 花生
"""

PREFERENCES = """
我喜欢吃榴莲 | user.like.榴莲 | 榴莲
我特别喜欢露营 | user.like.露营 | 露营
我爱喝手冲咖啡 | user.like.手冲咖啡 | 手冲咖啡
我讨厌芹菜 | ~user.like.芹菜 | 不芹菜
我不吃羊肉 | ~user.like.羊肉 | 不羊肉
我不喜欢加班 | ~user.like.加班 | 不加班
我已经不喝酒了 | ~user.like.酒 | 不酒
我戒烟了 | ~user.like.烟 | 不烟
香菜我从来不吃 | ~user.like.香菜 | 不香菜
我最喜欢的颜色是墨绿 | user.favourite.colour | 墨绿
我最喜欢的作家是汪曾祺 | user.favourite.author | 汪曾祺
《活着》是我最喜欢的书 | user.favourite.book | 《活着》
我的爱好是摄影和书法 | user.hobby | 摄影和书法
比起咖啡我更喜欢茶 | user.like.茶 | 茶
我习惯用深色模式 | user.theme | 深色
我喜欢靠窗的座位 | user.seat | 靠窗
我每天六点起床 | user.wake | 六点
我一般十一点睡觉 | user.sleep | 十一点
我每周三晚上去游泳 | user.habit | 每周三晚上去游泳
我有睡前看书的习惯 | user.habit | 睡前看书的习惯
以后请用中文回答 | reply.language | 中文
请用英语回复我 | reply.language | 英语
别给我发日文 | ~reply.language | 不日文
回答简短点 | reply.length | 简短点
以后回复详细一点 | reply.length | 详细一点
别太啰嗦 | reply.length | 别太啰嗦
不要用表情符号 | reply.emoji | 不要用表情符号
说话正式一点 | reply.style | 正式一点
先给结论 | reply.format | 先给结论
晚上十点后别给我打电话 | contact.call | 别 晚上十点后
"""

PROJECT = """
网关监听9443端口 | 网关.port | 9443
部署端口是8081 | deploy.port | 8081
部署端口改成9090了 | deploy.port | 9090
订单服务跑在7788端口 | 订单.port | 7788
我们的预算是三万 | project.budget | 三万
预算追加到五万了 | project.budget | 五万
截止日期是11月5日 | project.deadline | 11月5日
项目要在12月20号之前上线 | project.deadline | 12月20号
我们用的是MySQL | database.kind | MySQL
后端是用Go写的 | 后端.language | Go
项目用的框架是Django | project.framework | Django
技术栈是Spring Boot和Vue | project.stack | Spring Boot和Vue
我们把支付迁移到了TiDB | 支付.database | TiDB
日志都放在/var/log/hulu | 日志.path | /var/log/hulu
仓库地址是https://git.example.org/hulu | project.repo | https://git.example.org/hulu
我们从release分支发布 | deploy.branch | release
部署的时候用make ship | deploy.command | make ship
我们用的是Python 3.12 | project.language | Python 3.12
葫芦项目的负责人是韩梅 | 葫芦.owner | 韩梅
项目叫葫芦 | project.name | 葫芦
我在开发一个记账小程序 | project.goal | 一个记账小程序
站会是每天九点半 | standup.time | 每天九点半
周会改到周四下午三点 | weekly.time | 周四下午三点
支付模块已经上线了 | 支付模块.status | 上线
教训是上线前一定要预热缓存 | - | -
我们决定放弃移动端 | - | -
不要在周五上线 | - | -
我们的原则是先写测试 | - | -
会议室是1203 | meeting.room | 1203
"""

TASKS = """
提醒我明天给房东打电话 | - | -
周四交季度总结 | - | -
下周二去上海出差 | - | -
明天下午三点面试 | - | -
我周五要提交论文初稿 | - | -
待办：续费域名 | - | -
记得月底交房租 | - | -
我上个月换了工作 | - | -
我刚吃了降压药 | - | -
请记住我不吃辣 | ~user.like.辣 | 不辣
记住，门禁密码每周一换 | - | -
别忘了韩梅负责订单服务 | 订单.owner | 韩梅
我对猕猴桃过敏，记住了 | user.allergy | 猕猴桃
不对，部署端口应该是8082 | deploy.port | 8082
更正一下，截止日期是11月15日 | project.deadline | 11月15日
其实我住在珠海 | user.city | 珠海
我说错了，我生日是6月8号 | user.birthday | 6月8号
"""

ALL = {
    "identity": IDENTITY,
    "places and work": PLACES_AND_WORK,
    "people": PEOPLE,
    "preferences": PREFERENCES,
    "project": PROJECT,
    "tasks": TASKS,
}
