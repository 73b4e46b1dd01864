"""Synthetic values for the frozen set: every number is random with a right checksum, no person or account is behind it.

Each public function takes a `random.Random` and gives one written form; the shapes vary (separators, width, spacing).
"""

import base64
import json
import string
from collections.abc import Callable
from random import Random

HEX = "0123456789abcdef"
ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
B64 = ALNUM + "+/"
FULL = str.maketrans("0123456789", "０１２３４５６７８９")
MOBILES = ["130", "135", "138", "139", "150", "158", "166", "177", "186", "188", "191", "198"]
USCC = "0123456789ABCDEFGHJKLMNPQRTUWXY"
NAMES = [
    "zhang.wei",
    "li_na",
    "wangfang",
    "alice",
    "bob.smith",
    "carol-jones",
    "dmitri",
    "h.tanaka",
    "xiaoming2020",
    "maria_g",
    "j.doe",
    "chenlei88",
    "sun-yue",
    "kofi.mensah",
]
WORDS = ["sunshine", "dragonfly", "monkey", "bluebird", "pepper", "snowfall", "tiger", "maple", "coffee", "thunder", "rocket", "panda"]
STREETS = [
    "漕溪北路",
    "文三路",
    "中山东一路",
    "解放大道",
    "建国门外大街",
    "愚园路",
    "天府大道",
    "人民南路",
    "长江路",
    "学院路",
    "金鸡湖大道",
    "和平西街",
    "南锣鼓巷",
    "环市东路",
]
ESTATES = ["幸福花园", "阳光小区", "翠湖家园", "金色港湾", "万科城", "望京西园", "水木清华苑", "龙湖花园", "保利公寓", "绿地新村"]
ROADS = "Main Street|Oak Avenue|Evergreen Terrace|Baker Street|Sunset Blvd|Maple Dr|Elm St.|Kings Road|W 42nd Street|Lincoln Ave|Cedar Lane"


def chars(random: Random, alphabet: str, count: int) -> str:
    return "".join(random.choice(alphabet) for _ in range(count))


def digits(random: Random, count: int) -> str:
    return random.choice("123456789") + chars(random, string.digits, count - 1)


def luhn(body: str) -> str:
    total = 0
    for place, digit in enumerate(reversed(body)):
        number = int(digit) * (2 if place % 2 == 0 else 1)
        total += number - 9 if number > 9 else number
    return body + str(-total % 10)


def grouped(text: str, size: int, separator: str) -> str:
    return separator.join(text[at : at + size] for at in range(0, len(text), size))


def card(random: Random) -> str:
    prefix, length = random.choice([("4", 16), ("51", 16), ("55", 16), ("37", 15), ("6011", 16), ("2221", 16)])
    number = luhn(prefix + chars(random, string.digits, length - len(prefix) - 1))
    if length == 15:
        return random.choice([number, f"{number[:4]} {number[4:10]} {number[10:]}", f"{number[:4]}-{number[4:10]}-{number[10:]}"])
    return random.choice([number, *(grouped(number, 4, mark) for mark in (" ", "-", ".", " - ", "  "))])


def cn_bank_card(random: Random) -> str:
    prefix = random.choice(["622202", "622848", "621700", "621661", "622588", "623058"])
    number = luhn(prefix + chars(random, string.digits, random.choice([16, 19, 19]) - 7))
    return random.choice([number, number, grouped(number, 4, " "), grouped(number, 4, "-"), number.translate(FULL)])


def cvv(random: Random) -> str:
    return chars(random, string.digits, 3)


def iban(random: Random) -> str:
    country, length = random.choice([("DE", 18), ("GB", 18), ("FR", 23), ("ES", 20), ("NL", 14), ("CH", 17)])
    body = chars(random, string.digits, length)
    if country in ("GB", "NL"):
        body = chars(random, string.ascii_uppercase, 4) + body[4:]
    check = 98 - int("".join(str(int(c, 36)) for c in body + country + "00")) % 97
    number = f"{country}{check:02d}{body}"
    return random.choice([number, grouped(number, 4, " ")])


def cn_id(random: Random) -> str:
    region = random.choice(["110105", "310104", "330106", "440305", "510107", "320506", "420111", "610113"])
    body = f"{region}{random.randint(1950, 2012)}{random.randint(1, 12):02d}{random.randint(1, 28):02d}{random.randint(0, 999):03d}"
    number = body + "10X98765432"[sum(int(d) * 2 ** (17 - i) for i, d in enumerate(body)) % 11]
    spaced = f"{number[:6]} {number[6:14]} {number[14:]}"
    dotted = f"{number[:6]}-{number[6:14]}-{number[14:]}"
    return random.choice([number, number, number, number.replace("X", "x"), spaced, dotted, number.translate(FULL)])


def hk_tw_id(random: Random) -> str:
    if random.random() < 0.5:
        letter, body = random.choice(string.ascii_uppercase), chars(random, string.digits, 6)
        total = 9 * 36 + 8 * (ord(letter) - 55) + sum(int(d) * (7 - i) for i, d in enumerate(body))
        return f"{letter}{body}({'0123456789A'[-total % 11]})"
    letter = random.choice("ABCDEFGHJK")
    body = random.choice("12") + chars(random, string.digits, 7)
    code = 10 + "ABCDEFGHJK".index(letter)
    total = code // 10 + 9 * (code % 10) + sum(int(d) * (8 - i) for i, d in enumerate(body))
    return f"{letter}{body}{-total % 10}"


def cn_uscc(random: Random) -> str:
    body = random.choice(["91", "92", "12", "51"]) + random.choice(["110000", "310115", "440300", "330100"]) + chars(random, USCC, 9)
    return body + USCC[-sum(USCC.index(c) * (3**i % 31) for i, c in enumerate(body)) % 31]


def passport(random: Random) -> str:
    forms = [f"E{digits(random, 8)}", f"EJ{digits(random, 7)}", f"G{digits(random, 8)}", digits(random, 9), f"X{digits(random, 7)}"]
    return random.choice(forms)


def ssn(random: Random) -> str:
    return f"{random.randint(100, 665)}-{random.randint(10, 99)}-{random.randint(1000, 9999)}"


def cn_phone(random: Random) -> str:
    number = random.choice(MOBILES) + chars(random, string.digits, 8)
    a, b, c = number[:3], number[3:7], number[7:]
    forms = [f"{a} {b} {c}", f"{a}-{b}-{c}", f"+86 {number}", f"+86{number}", f"+86-{a}-{b}-{c}", f"(+86) {a} {b} {c}", f"0086{number}"]
    return random.choice([number, number, number, *forms, number.translate(FULL), f"{a}.{b}.{c}"])


def phone(random: Random) -> str:
    a, b, c = str(random.randint(201, 989)), str(random.randint(200, 989)), chars(random, string.digits, 4)
    nanp = [f"({a}) {b}-{c}", f"{a}-{b}-{c}", f"{a}.{b}.{c}", f"+1 {a} {b} {c}", f"+1-{a}-{b}-{c}", f"1-{a}-{b}-{c}", f"+1{a}{b}{c}"]
    far = [f"+44 20 7946 {c}", f"+49 30 {b}{c}", f"+81 3-5{b}-{c}", f"+852 9{b} {c}", f"+65 8{b} {c}", f"+33 6 12 {c[:2]} {c[2:]} 78"]
    return random.choice(nanp + far + [f"+91 98{b} {b}{a[:2]}"])


def landline(random: Random) -> str:
    area, length = random.choice([("010", 8), ("021", 8), ("0755", 8), ("0571", 8), ("028", 8), ("0512", 8), ("0731", 8), ("0995", 7)])
    number = digits(random, length).replace("1", "6", 1) if length == 8 else "6" + chars(random, string.digits, length - 1)
    split = f"{number[:4]}{random.choice(' -')}{number[4:]}"
    forms = [f"{area}-{number}", f"{area}-{number}", f"({area}){number}", f"（{area}）{number}", f"{area} {split}", f"{area}{number}"]
    return random.choice([*forms, f"{area}-{number}-{random.randint(101, 899)}", f"+86-{area[1:]}-{number}"])


def email(random: Random) -> str:
    name, host = (
        random.choice(NAMES),
        random.choice(["gmail.com", "163.com", "qq.com", "example.org", "mail.acme.co.uk", "outlook.com", "corp.example.cn"]),
    )
    name += random.choice(["", "", "99", "+news", ".work"])
    spoken = name.replace(".", " dot ").replace("+news", "").replace("_", "").replace("-", "")
    forms = [f"{name}＠{host}", f"{spoken} at {host.replace('.', ' dot ')}", f"{name}[at]{host.replace('.', '[dot]')}"]
    return random.choice([f"{name}@{host}"] * 5 + [*forms, f"{name} (at) {host.replace('.', ' (dot) ')}", f"{name} @ {host}"])


def address(random: Random) -> str:
    road, number = random.choice(ROADS.split("|")), random.randint(1, 9999)
    unit = random.choice([", Apt 4B", ", Suite 1200", " Unit 7", ", Apt. 312", " #5", ", Floor 2"])
    box = f"{random.choice(['PO Box', 'P.O. Box', 'P. O. Box'])} {random.randint(10, 9999)}"
    return random.choice([f"{number} {road}", f"{number} {road}", f"{number} {road}{unit}", f"Flat 3, {number} {road}", box])


def cn_address(random: Random) -> str:
    street, estate, number = random.choice(STREETS), random.choice(ESTATES), random.randint(1, 1999)
    building, unit, room = random.randint(1, 30), random.randint(1, 6), random.randint(101, 3208)
    forms = [f"{street}{number}号", f"{street}{number}号{building}栋{room}室", f"{street}{number}弄{building}号{room}室"]
    forms += [f"{estate}{building}栋{unit}单元{room}室", f"{estate}{building}号楼{room}", f"{street}{number}号{estate}{building}幢{room}"]
    forms += [
        f"{street}甲{number}号",
        f"{street}一百二十{random.choice('一二三五六八九')}号",
        f"{street}{number}号院{building}号楼{unit}单元{room}",
    ]
    forms += [
        f"{random.choice('李王陈赵')}家村{unit}组{building}号",
        f"{street} {number} 号 {building} 栋 {room} 室",
        f"{street}{number}号A座{unit}层",
    ]
    return random.choice([*forms, f"{street}{number}号".translate(FULL)])


def plate(random: Random) -> str:
    head = random.choice("京沪粤浙苏川鄂湘鲁闽") + random.choice("ABCDEN")
    tail = random.choice(
        [chars(random, UPPER.replace("I", "").replace("O", ""), 4) + random.choice(string.digits), "D" + digits(random, 5)]
    )
    return random.choice([head + tail, f"{head}·{tail}", f"{head} {tail}", f"{head}-{tail}"])


def us_plate(random: Random) -> str:
    return f"{random.randint(1, 9)}{chars(random, 'ABCDEFGHKLMNPRSTUVXYZ', 3)}{chars(random, string.digits, 3)}"


def password(random: Random) -> str:
    word = random.choice(WORDS)
    forms = [f"{word}{random.randint(1, 99)}", f"{word.title()}@{random.randint(1950, 2025)}", chars(random, ALNUM + "!@#$%^&*", 11) + "7a"]
    forms += [
        f"{word}-{random.choice(WORDS)}-{random.randint(10, 99)}",
        f"{word[:3].upper()}_{digits(random, 5)}!",
        f"woaini{digits(random, 4)}",
    ]
    return random.choice([*forms, digits(random, 8), f"P@ss{word}#1", f"{random.choice(NAMES).split('.')[0]}{digits(random, 3)}"]).rstrip(
        "!*&^%$#@"
    ) + random.choice(["", "", "!"])


def plain_password(random: Random) -> str:
    return random.choice(WORDS)


def pin(random: Random) -> str:
    return chars(random, string.digits, random.choice([4, 4, 6]))


def account_name(random: Random) -> str:
    return random.choice([*NAMES, "admin", "root", "deploy", "opsuser"]) + random.choice(["", "", "01"])


def connection_string(random: Random) -> str:
    user, secret, host = (
        random.choice(["app", "root", "svc_reader"]),
        chars(random, ALNUM, 14),
        random.choice(["db.internal", "10.2.0.7", "pg-1.example.com"]),
    )
    scheme = random.choice(["postgres", "postgresql", "mysql", "mongodb", "mongodb+srv", "amqp", "mysql+pymysql"])
    forms = [
        f"{scheme}://{user}:{secret}@{host}:5432/prod",
        f"{scheme}://{user}:{secret}@{host}/main?ssl=true",
        f"redis://:{secret}@{host}:6379/0",
    ]
    forms += [
        f"Server=tcp:{host},1433;Database=prod;User ID={user};Password={secret};",
        f"jdbc:mysql://{host}:3306/shop?user={user}&password={secret}",
    ]
    azure = f"DefaultEndpointsProtocol=https;AccountName={user}store;AccountKey={chars(random, B64, 86)}==;EndpointSuffix=core.windows.net"
    return random.choice([*forms, azure, f"https://{user}:{secret}@{host}/repo.git"])


def private_key(random: Random) -> str:
    name = random.choice(["RSA ", "EC ", "OPENSSH ", "", "ENCRYPTED "]) + "PRIVATE" + " KEY"
    lines = [chars(random, B64, 64) for _ in range(random.randint(3, 8))]
    tail = random.choice([[f"-----END {name}-----"], [f"-----END {name}-----"], []])
    return "\n".join([f"-----BEGIN {name}-----", *lines, chars(random, B64, 20) + "==", *tail])


def access_token(random: Random) -> str:
    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT"})
    return f"{head}.{part({'sub': digits(random, 8), 'exp': random.randint(10**9, 2 * 10**9)})}.{chars(random, ALNUM + '-_', 43)}"


def bearer(random: Random) -> str:
    return random.choice([chars(random, ALNUM + "-_", 40), chars(random, HEX, 32), chars(random, ALNUM, 28)])


def high_entropy(random: Random) -> str:
    return random.choice([chars(random, ALNUM, 32), chars(random, HEX, 40), chars(random, ALNUM + "-_", 43), chars(random, B64, 40)]) + "x4"


KEY_SHAPES: list[tuple[str, str, int]] = [
    *[
        ("sk-", ALNUM, 48),
        ("sk-proj-", ALNUM + "-_", 100),
        ("sk-ant-api03-", ALNUM + "-_", 93),
        ("sk-", HEX, 32),
        ("AKIA", UPPER[:26] + "234567", 16),
    ],
    *[("ghp_", ALNUM, 36), ("gho_", ALNUM, 36), ("github_pat_", ALNUM, 82), ("glpat-", ALNUM + "-_", 20), ("AIza", ALNUM + "-_", 35)],
    *[
        ("sk_live_", ALNUM, 24),
        ("rk_test_", ALNUM, 24),
        ("hf_", string.ascii_letters, 34),
        ("npm_", ALNUM, 36),
        ("pypi-AgEIcHlwaS5vcmc", ALNUM + "-_", 120),
    ],
    *[
        ("SK", HEX, 32),
        ("gsk_", ALNUM, 52),
        ("LTAI5t", ALNUM, 18),
        ("AKID", ALNUM, 32),
        ("shpat_", HEX, 32),
        ("dapi", HEX, 32),
        ("xapp-1-", UPPER, 40),
    ],
]


def api_key(random: Random) -> str:
    slack = f"xoxb-{digits(random, 11)}-{digits(random, 12)}-{chars(random, ALNUM, 24)}"
    sendgrid = f"SG.{chars(random, ALNUM, 22)}.{chars(random, ALNUM, 43)}"
    prefix, alphabet, count = random.choice(KEY_SHAPES)
    return random.choice([slack, sendgrid, *[prefix + chars(random, alphabet, count - 1) + random.choice("aZ")] * 8])


Maker = Callable[[Random], str]
