"""Check digits of structured identifiers. Every function takes bare digits and capitals, without separators."""

import datetime

PROVINCES = frozenset("11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83".split())
USCC_ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY"  # GB 32100-2015: no I, O, S, V, Z
IBAN_LENGTHS = {  # SWIFT IBAN registry, the countries of the single euro payments area and frequent others
    "NO": 15,
    "BE": 16,
    "DK": 18,
    "FI": 18,
    "NL": 18,
    "MK": 19,
    "SI": 19,
    "AT": 20,
    "BA": 20,
    "EE": 20,
    "LT": 20,
    "LU": 20,
    "XK": 20,
    "CH": 21,
    "HR": 21,
    "LI": 21,
    "LV": 21,
    "BG": 22,
    "BH": 22,
    "DE": 22,
    "GB": 22,
    "GE": 22,
    "IE": 22,
    "ME": 22,
    "RS": 22,
    "AE": 23,
    "GI": 23,
    "IL": 23,
    "AD": 24,
    "CZ": 24,
    "ES": 24,
    "MD": 24,
    "PK": 24,
    "RO": 24,
    "SA": 24,
    "SE": 24,
    "SK": 24,
    "TN": 24,
    "VG": 24,
    "PT": 25,
    "IS": 26,
    "TR": 26,
    "FR": 27,
    "GR": 27,
    "IT": 27,
    "MC": 27,
    "SM": 27,
    "AL": 28,
    "AZ": 28,
    "CY": 28,
    "HU": 28,
    "LB": 28,
    "PL": 28,
    "BR": 29,
    "EG": 29,
    "QA": 29,
    "UA": 29,
    "JO": 30,
    "KW": 30,
    "MT": 31,
}
TW_LETTERS = "ABCDEFGHJKLMNPQRSTUVXYWZIO"  # in the order of their codes, 10 onwards


def luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit (ISO/IEC 7812-1) of the others."""
    odd = sum(map(int, digits[-1::-2]))
    even = sum(sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2])
    return (odd + even) % 10 == 0


def cn_id(number: str) -> bool:
    """Whether these 18 characters are a resident identity number: province, birthday, ISO 7064 mod 11-2."""
    if len(number) != 18 or not number[:17].isdecimal() or number[:2] not in PROVINCES or not _is_birthday(number[6:14]):
        return False
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


def cn_id_shape(number: str) -> bool:
    """Whether province and birthday are possible, in the form of 18 characters or the old one of 15 digits."""
    birthday = number[6:14] if len(number) == 18 else f"19{number[6:12]}"
    return len(number) in (15, 18) and number[:2] in PROVINCES and _is_birthday(birthday)


def iban(number: str) -> bool:
    """Whether the length is the country's and the number leaves 1 modulo 97 (ISO 13616)."""
    if IBAN_LENGTHS.get(number[:2]) != len(number):
        return False
    turned = number[4:] + number[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def cn_uscc(code: str) -> bool:
    """Whether these 18 capitals and digits are a unified social credit code (GB 32100-2015, mod 31)."""
    if len(code) != 18 or code[2:4] not in PROVINCES | {"10"} or any(character not in USCC_ALPHABET for character in code):
        return False
    total = sum(USCC_ALPHABET.index(character) * pow(3, place, 31) for place, character in enumerate(code[:17]))
    return USCC_ALPHABET[-total % 31] == code[17]


def hk_id(number: str) -> bool:
    """Whether `A1234563` or `AB1234563` has the check digit of a Hong Kong identity card (mod 11)."""
    letters = number[:-7]
    values = [36 if len(letters) == 1 else ord(letters[0]) - 55, ord(letters[-1]) - 55, *map(int, number[-7:-1])]
    total = sum(value * weight for value, weight in zip(values, range(9, 1, -1), strict=True))
    return "0123456789A"[-total % 11] == number[-1]


def tw_id(number: str) -> bool:
    """Whether `A123456789` has the check digit of a Taiwanese identity number."""
    tens, ones = divmod(10 + TW_LETTERS.index(number[0]), 10)
    weights = (8, 7, 6, 5, 4, 3, 2, 1, 1)
    total = tens + 9 * ones + sum(int(digit) * weight for digit, weight in zip(number[1:], weights, strict=True))
    return total % 10 == 0


def _is_birthday(digits: str) -> bool:
    if not digits.isdecimal() or not 1880 <= int(digits[:4]) <= 2100:
        return False
    try:
        datetime.date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return False
    return True
