"""Words of common knowledge, in both languages: a question about these needs no memory where no sign of the person stands beside them."""

import re

_WORDS = frozenset(
    """
    atom molecule electron proton neutron quark gravity energy entropy photosynthesis light sound speed temperature pressure boiling
    melting freezing chemical element metal gold silver iron
    copper oxygen hydrogen nitrogen carbon helium acid salt ethanol alcohol water ice steam gas plasma magnet magnetism electricity
    quantum relativity physics chemistry biology astronomy
    geology mathematics math algebra geometry calculus statistics probability prime theorem equation fraction triangle circle square
    radius diameter volume matrix vector derivative
    integral logarithm pi infinity universe galaxy star planet moon sun earth comet asteroid hole holes orbit eclipse tide rainbow cloud
    lightning thunder tornado hurricane earthquake volcano
    tsunami climate season winter summer ocean sea river mountain desert island continent country countries capital population currency
    border equator pole north south glacier
    rainforest tree leaf leaves flower plant grass seed mushroom fruit vegetable animal mammal bird fish insect reptile dinosaur whale
    shark elephant lion tiger bear wolf bee ant spider
    butterfly penguin ostrich emu owl eagle snake frog octopus dolphin camel giraffe virus bacteria cell dna gene protein enzyme vitamin
    calorie bone bones muscle heart lung liver kidney brain
    blood skin eye tooth teeth nerve hormone immune vaccine antibiotic flu cold fever cancer diabetes malaria disease symptom symptoms
    human humans body evolution species fossil war wars revolution
    empire emperor dynasty king queen president pharaoh knight medieval renaissance ancient civilization democracy republic communism
    capitalism socialism feudalism constitution treaty
    century history philosophy religion economics inflation gdp recession supply demand psychology sociology grammar verb noun adjective
    adverb synonym synonyms antonym antonyms plural idiom idioms
    proverb alphabet language languages etymology pronunciation syllable spelling punctuation word words letter letters phrase opera
    symphony piano violin guitar painting sculpture novelist poet
    poem poetry shakespeare olympic olympics football cup chess poker tennis basketball airplane airplanes plane planes helicopter rocket
    satellite train engine battery refrigerator fridge microwave
    telescope microscope laser radar transistor computer internet telephone radio television bulb steam nuclear solar wind heat pump egg
    eggs rice potato potatoes pasta bread cheese chocolate coffee tea sugar
    algorithm algorithms quicksort mergesort sorting complexity recursion recursive closure closures monad monads pointer pointers hash
    hashing hashmap array arrays tuple tuples string strings integer float boolean
    loop loops regex compiler interpreter bytecode garbage mutex semaphore deadlock thread threads coroutine coroutines async concurrency
    parallelism polymorphism inheritance encapsulation microservices
    container containers kernel encryption cryptography rsa aes tls ssl https http tcp udp dns ip ipv4 ipv6 cors oauth jwt rest graphql
    json yaml xml csv html css flexbox utf-8 unicode ascii
    commit rebase bitcoin blockchain neural network networks transformer transformers gradient overfitting backpropagation learning
    intelligence gpt llm llms embedding embeddings photon idempotent idempotency
    cap singleton microprocessor cpu gpu ram big-o binary hexadecimal decimal sql nosql join joins b-tree trie heap stack linked div
    javascript python typescript
    fibonacci palindrome bits byte bytes sky life death zodiac leap year years gravity's newton einstein law laws theory paradox effect
    principle median average standard deviation
    ophthalmologist surgeon astronaut philosopher backgammon volleyball crocodile alligator iron hiccups headphones noise-cancelling
    electron-volt keto fasting fiber muscles squat push-ups checkmate castling sudoku mahjong tarot origami knitting crochet compost
    bonsai
    titanic penicillin aspirin ibuprofen caffeine onion garlic ginger hummus sushi pizza soup cake dough yeast flour butter milk honey
    oil olive vinegar pepper spice herb tofu wine beer
    tax interest rates bond bonds stock stocks market shipping lading trade jazz blues rock opera ballet theatre baroque impressionism
    cubism surrealism typing yoga meditation stoicism
    coastline waterfall cave coral reef cloud clouds fog dew frost avalanche tectonic crust mantle core ozone greenhouse recycling
    plastic concrete steel aluminum brick cement wood cotton wool
    car engines brakes tire submarine airplane's drone robot robots satellite satellites gps wifi bluetooth modem led lcd oled printer
    scanner camera lens lenses qwerty
    curl wget ssh grep awk sed ffmpeg cron chmod tar makefile cmake gcc llvm wasm webassembly websocket websockets cookie cookies
    sql-injection xss csrf tcp/ip mvc orm crud acid dictionary dictionaries lambda decorator decorators
    iterator iterators generator generators enum struct abstract subclass dataclass pytest unittest semver utc iso unix-time epoch
    sleep dream dreams yawn hiccups sneeze headache migraine vitamin-d cholesterol insulin anesthesia antibiotics placebo pregnancy
    puberty
    lawyer barrister judge mortgage insurance vaccine vaccines beluga owl penguins hedgehog jellyfish seahorse chameleon cicada
    mythology zeus odin buddha hercules vampire dragon dragons unicorn ghosts hieroglyphs esperanto nobel oscar oscars grammy golf rugby
    cricket baseball hockey offside checkmate
    vowel consonant tomato apple apples banana bananas onion onions cactus diamond diamonds crystal glass printing press telescope wheel
    compass gunpowder silk pyramid pyramids
    """.split()
)
_NAMES = frozenset(
    """
    africa america american antarctica arabic arctic argentina asia asian atlantic australia austria bach beethoven belgium berlin bible
    brazil brazilian britain british buddhism buddha
    canada canadian celsius chile china chinese christianity christmas confucius cuba darwin denmark danish dutch earth easter egypt
    egyptian einstein england english euclid europe european
    everest fahrenheit finland france french galileo german germany greece greek halloween hawking hinduism holland hungary iceland india
    indian indonesia iran iraq ireland
    irish islam israel israeli italian italy jamaica japan japanese jupiter kenya korea korean latin leonardo vinci london mandarin mars
    marx mercury mexico mexican moscow mozart
    napoleon neptune netherlands newton nigeria nile nobel norway norwegian pacific paris persia persian peru picasso plato pluto poland
    polish portugal portuguese
    pythagoras roman romans rome russia russian sahara saturn scotland scottish socrates spain spanish sweden swedish swiss switzerland
    taiwan thailand thai tokyo tolstoy turing turkey
    turkish ukraine uranus venus victorian vietnam vietnamese vikings world york bayes markov fourier euler gauss planck mongolia amazon
    himalayas alps eiffel tower united nations unesco nasa nato silk road himalaya gobi yangtze danube rhine thames vatican cleopatra
    caesar columbus
    einstein's gandhi lincoln washington hitler stalin lenin mao churchill galapagos bangladesh pakistan philippines malaysia singapore
    colombia venezuela morocco algeria ethiopia
    java rust golang ruby php swift kotlin scala haskell perl lua postgres postgresql mysql mongodb redis sqlite react vue angular
    svelte node django flask fastapi laravel
    rails spring pandas numpy pytorch tensorflow docker kubernetes git github linux ubuntu debian bash vim emacs excel powerpoint sheets
    latex markdown nginx apache terraform ansible
    kafka rabbitmq photoshop figma matlab windows android ios macos unix oracle ethereum wikipedia c++ c# .net aws gcp azure npm pip
    cargo maven gradle webpack tailwind bootstrap jquery
    """.split()
)
_CHINESE = frozenset(
    """
    原子 分子 电子 质子 中子 引力 重力 能量 熵 光合作用 光速 声速 音速 温度 压强 沸点 熔点 冰点 元素 金属 黄金 氧气 氢气 氮气 二氧化碳
    酒精 磁铁 磁场 电流 电压 电阻 量子 相对论 物理 化学 生物学
    天文 地质 数学 代数 几何 微积分 统计学 概率 质数 素数 定理 定律 方程 分数 三角形 圆周率 半径 直径 矩阵 向量 导数 积分 对数 宇宙
    银河系 太阳系 恒星 行星 卫星 月球 月亮 太阳 地球 彗星 小行星 黑洞 日食 月食
    潮汐 彩虹 闪电 打雷 龙卷风 台风 飓风 地震 火山 海啸 气候 温室效应 全球变暖 四季 海洋 大海 河流 沙漠 大洲 首都 省会 人口 货币 赤道
    北极 南极 冰川 热带雨林 树叶 植物 动物 哺乳动物 鸟类 鱼类 昆虫 恐龙 鲸鱼
    鲨鱼 大象 狮子 老虎 狼群 蜜蜂 蚂蚁 蜘蛛 蝴蝶 企鹅 鸵鸟 骆驼 长颈鹿 病毒 细菌 细胞 基因 蛋白质 维生素 卡路里 骨头 骨骼 肌肉 心脏 肝脏
    大脑 血液 血型 神经 激素 免疫 疫苗 抗生素 流感 感冒 发烧 癌症 糖尿病
    症状 人体 人类 进化 进化论 物种 化石 战争 二战 一战 世界大战 革命 帝国 皇帝 朝代 国王 女王 总统 唐朝 宋朝 明朝 清朝 秦始皇 汉朝 元朝
    三国 春秋 战国 文艺复兴 古代 文明 民主 宪法 条约 世纪 历史 哲学 宗教 经济学
    通货膨胀 供求 心理学 语法 动词 名词 形容词 近义词 同义词 反义词 成语 谚语 拼音 词源 部首 笔画 歇后语 唐诗 宋词 诗人 交响乐 钢琴
    小提琴 油画 红楼梦 西游记 水浒传 三国演义 奥运会 世界杯 冠军 象棋 围棋 飞机 直升机
    火箭 火车 发动机 电池 冰箱 微波炉 望远镜 显微镜 激光 雷达 晶体管 计算机 互联网 电话是谁 收音机 电灯 灯泡 蒸汽机 核能 太阳能 风能 热泵
    煮鸡蛋 鸡蛋 土豆 面包 奶酪 巧克力 咖啡因 番茄 西红柿 水果 蔬菜
    算法 快速排序 快排 归并排序 冒泡排序 二分查找 复杂度 递归 闭包 指针 哈希 数组 元组 字符串 字典 链表 队列的 二叉树 红黑树 正则 编译器
    解释器 垃圾回收 互斥锁 死锁 线程 进程 协程 异步 并发 多态 继承 封装 微服务
    容器化 内核 加密 密码学 对称加密 拥塞控制 三次握手 四次挥手 状态码 区块链 比特币 神经网络 机器学习 深度学习 人工智能 大模型
    注意力机制 梯度下降 过拟合 反向传播 幂等 单例 设计模式 原理 法国 德国 英国 美国 日本 韩国 俄罗斯
    西班牙 意大利 葡萄牙 巴西 印度 埃及 希腊 罗马 蒙古 加拿大 澳大利亚 非洲 欧洲 亚洲 南美洲 北美洲 大洋洲 长城 长江 黄河 珠穆朗玛峰
    尼罗河 亚马逊 故宫 埃菲尔铁塔 金字塔 富士山 柏林墙 巴黎 伦敦 东京 纽约 牛顿 爱因斯坦
    达尔文 莎士比亚 贝多芬 莫扎特 达芬奇 李白 杜甫 苏轼 鲁迅 孔子 孟子 老子 庄子 诺贝尔奖 拿破仑 凯撒 联合国 丝绸之路 双陆棋 排球
    国际象棋 鳄鱼 眼科医生 外科医生 宇航员 程序员 哲学家 补铁 补钙 素食 打嗝 耳机 降噪 数独 麻将 扑克 折纸
    盆栽 深蹲 俯卧撑 十四行诗 泰坦尼克号 青霉素 阿司匹林 咖啡 茶叶 绿茶 洋葱 大蒜 生姜 豆腐 鹰嘴豆 蜂蜜 橄榄油 酵母 面粉 牛奶 葡萄酒 啤酒
    提单 海运 利率 通胀 债券 股票 期货 基金 爵士乐 摇滚 京剧 昆曲 芭蕾 巴洛克 印象派 盲打 瑜伽
    冥想
    海岸线 瀑布 洞穴 珊瑚 雾霾 露水 霜冻 雪崩 板块 地壳 地幔 臭氧层 石油 煤炭 塑料 水泥 钢铁 铝合金 棉花 潜水艇 潜艇 无人机 机器人 打印机
    摄像头 内存 硬盘 固态硬盘 显卡 处理器 主板 路由器 调制解调器 蓝牙 光纤
    正则表达式 命令行 环境变量是 装饰器 生成器 迭代器 列表推导 匿名函数 抽象类 接口和 数据结构 操作系统 进制 编码 浮点数 布尔 循环 跨域
    负载均衡 消息队列 中间件 虚拟机 回调 堆栈 栈和 打哈欠 打喷嚏 做梦 失眠 近视 骨折 贫血 高血压 胆固醇
    胰岛素 麻醉 安慰剂 神话 宙斯 孙悟空 端午节 中秋节 春节 清明节 元宵节 二十四节气 足球 篮球 羽毛球 乒乓球 越位 高尔夫 奥斯卡 甲骨文
    汉字 律师 法官 复利 保险 板球 棒球 橄榄球 网球 冰球 钻石 极光 沼泽 草原 高原 盆地 海马 水母
    变色龙 刺猬 蝉 松鼠 天空 海水 云朵 黄金分割 二进制 十六进制 闰年 节气 星座 世界上 地球上 中国有 全世界 人为什么 一年有
    """.split()
)
_CHINESE_SIZES = (1, 2, 3, 4, 5)
_TOKEN = re.compile(r"[a-z0-9.]*[a-z][a-z0-9+#-]*")
_TITLE = re.compile(r"(?<![.!?:§\w'])(?<![.!?:] )(?<!^)\b[A-Z][a-z]+")
_HEADS = re.compile(
    r"\b(?:revolution|war|wars|empire|dynasty|theorem|theory|laws?|effect|principle|paradox|sea|ocean|river|mountains?|mount|lake"
    r"|islands?|desert|renaissance|treaty"
    r"|prize|equation|series|transform|algorithm|wall|bridge|tower|pyramids?|king|queen|president|emperor|planet|galaxy|bang|protocol"
    r"|conjecture|distribution|disease"
    r"|syndrome|cup)\b",
    re.IGNORECASE,
)
# "the" with something that only those who were there can tell; a superlative, a number or a noun that stands between two others is plain.
_THE = re.compile(r"\bthe ((?:(?!(?:the|of|in|on|at|for|to|from|with|by|is|are|was|were|and|or)\b)[a-z0-9+#.'-]+ ?){1,4})")
_PLAIN_AFTER_THE = re.compile(
    r"(?:weather|time|command|syntax|formula|capital|population|rules|most|least|best|worst|same|first|second|third|last|largest|biggest"
    r"|smallest|[a-z]+est|difference|differences|meaning|definition|origin|purpose|opposite|way|point|use|role|number"
    r"|pros|cons|advantages|disadvantages|benefits|main|major|basic|basics|key|following|air|past|future|internet|web|body|mind|right"
    r"|left|two|three|four|five|\d+\w*|us|uk|eu|un|usa|nba|nfl"
    r"|current|default|common|correct|proper|average|concept|idea|term|word|phrase|rules?|causes?|effects?|history|invention|structure"
    r"|function|symptoms?|[a-z]+ian|[a-z]+ese)"
)


def knows(own: str) -> bool:
    """Whether a word of common knowledge stands in the text (lower case, simplified)."""
    for token in _TOKEN.findall(own):
        if token in _WORDS or token in _NAMES or (token.endswith("s") and token[:-1] in _WORDS):
            return True
    if own.isascii():
        return False
    return any(own[start : start + size] in _CHINESE for start in range(len(own)) for size in _CHINESE_SIZES)


def strangers(cased: str) -> bool:
    """Whether a capitalised word within a sentence may be a name that is no common knowledge."""
    if _HEADS.search(cased):
        return False
    found = [name.casefold() for name in _TITLE.findall(cased)]
    return any(name not in _NAMES and name not in _WORDS and name != "go" for name in found)


def definite(own: str) -> bool:
    """Whether an English "the …" speaks of a thing that is no common knowledge."""
    return any(not _PLAIN_AFTER_THE.fullmatch(phrase.split()[0]) and not knows(phrase) for phrase in _THE.findall(own) if phrase.strip())
