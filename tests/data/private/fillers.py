"""What stands around the values, and the look-alikes of the negatives: hashes, order numbers, versions, dates, codes."""

import string
import uuid
from random import Random

from tests.data.private.values import ALNUM, HEX, UPPER, chars, digits

CITIES = ["上海", "北京", "深圳", "杭州", "成都", "武汉"]
DISTRICTS = ["上海徐汇区", "北京市朝阳区", "深圳南山区", "杭州市西湖区", "成都武侯区", "苏州工业园区", "武汉市洪山区"]
PEOPLE_ZH = ["小王", "张伟", "李娜", "老陈", "王芳", "赵敏"]
PEOPLE_EN = ["Anna", "Bob", "Priya", "Mateo", "Wei", "Grace"]


def city(random: Random) -> str:
    return random.choice(CITIES)


def district(random: Random) -> str:
    return random.choice(DISTRICTS)


def name_zh(random: Random) -> str:
    return random.choice(PEOPLE_ZH)


def name_en(random: Random) -> str:
    return random.choice(PEOPLE_EN)


def sha1(random: Random) -> str:
    return chars(random, HEX, 40)


def sha7(random: Random) -> str:
    return chars(random, HEX, random.choice([7, 8, 10]))


def sha256(random: Random) -> str:
    return chars(random, HEX, 64)


def md5(random: Random) -> str:
    return chars(random, HEX, 32)


def guid(random: Random) -> str:
    return str(uuid.UUID(int=random.getrandbits(128), version=4))


def order(random: Random) -> str:
    year = f"20{random.randint(15, 25)}{random.randint(1, 12):02d}{random.randint(1, 28):02d}"
    forms = [
        year + digits(random, 10),
        digits(random, 12),
        digits(random, 16),
        digits(random, 18),
        f"SO{digits(random, 9)}",
        year + digits(random, 6),
    ]
    return random.choice(forms)


def phone_like(random: Random) -> str:
    return "1" + random.choice("35789") + chars(random, string.digits, 9)


def tracking(random: Random) -> str:
    forms = [
        f"SF{digits(random, 13)}",
        f"YT{digits(random, 13)}",
        f"1Z{chars(random, UPPER, 16)}",
        digits(random, 12),
        f"JD{digits(random, 12)}",
    ]
    return random.choice([*forms, f"RR{digits(random, 9)}CN", digits(random, 13)])


def version(random: Random) -> str:
    return f"{random.randint(0, 12)}.{random.randint(0, 40)}.{random.randint(0, 200)}{random.choice(['', '', 'rc1', '-beta.2', '.post1'])}"


def date(random: Random) -> str:
    y, m, d = random.randint(1999, 2026), random.randint(1, 12), random.randint(1, 28)
    return random.choice([f"{y}-{m:02d}-{d:02d}", f"{y}/{m}/{d}", f"{y}{m:02d}{d:02d}", f"{m:02d}/{d:02d}/{y}", f"{y}.{m:02d}.{d:02d}"])


def date_zh(random: Random) -> str:
    return f"{random.randint(1999, 2026)}年{random.randint(1, 12)}月{random.randint(1, 28)}日"


def clock(random: Random) -> str:
    return f"{random.randint(0, 23):02d}:{random.randint(0, 59):02d}{random.choice(['', ':17', ':03.125'])}"


def epoch(random: Random) -> str:
    return str(random.randint(1_500_000_000, 1_790_000_000)) + random.choice(["", "", chars(random, string.digits, 3)])


def isbn(random: Random) -> str:
    body = "978" + digits(random, 9)
    number = body + str(-sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(body)) % 10)
    return random.choice([number, f"{number[:3]}-{number[3]}-{number[4:7]}-{number[7:12]}-{number[12]}"])


def ip(random: Random) -> str:
    return ".".join(str(random.randint(1, 254)) for _ in range(4))


def port(random: Random) -> str:
    return str(random.randint(1024, 65535))


def price(random: Random) -> str:
    return random.choice(
        [f"{random.randint(1, 99999)}.{random.randint(0, 99):02d}", f"{random.randint(1, 999)},{random.randint(0, 999):03d}"]
    )


def count(random: Random) -> str:
    return str(random.randint(2, 9999))


def million(random: Random) -> str:
    return str(random.randint(10**6, 10**9))


def sku(random: Random) -> str:
    return random.choice(
        [f"{chars(random, string.ascii_uppercase, 3)}-{digits(random, 5)}", f"BX{digits(random, 4)}-{chars(random, UPPER, 4)}"]
    )


def room(random: Random) -> str:
    return str(random.randint(101, 3299))


def decimal(random: Random) -> str:
    return f"{random.random() * random.choice([1, 100, 10000]):.12f}"


def base(random: Random) -> str:
    return chars(random, ALNUM, random.choice([6, 8, 11]))
