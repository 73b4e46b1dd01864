"""The nouns of privacy: what kinds of private data there are, where one was found, and a text with them masked."""

from dataclasses import dataclass
from enum import StrEnum


class PrivateKind(StrEnum):
    """A kind of credential or private datum; its value is what a mask shows, as in `[masked:email]`.

    Of two kinds that fit the same characters the one listed first wins.
    """

    API_KEY = "api_key"
    PRIVATE_KEY = "private_key"
    ACCESS_TOKEN = "access_token"
    PASSWORD = "password"
    PIN = "pin"
    CONNECTION_STRING = "connection_string"
    CVV = "cvv"
    CARD_WITH_CVV = "card_with_cvv"
    CARD = "card"
    CN_BANK_CARD = "cn_bank_card"
    IBAN = "iban"
    CN_ID = "cn_id"
    HK_TW_ID = "hk_tw_id"
    SSN = "ssn"
    PASSPORT = "passport"
    CN_USCC = "cn_uscc"
    CN_PHONE = "cn_phone"
    LANDLINE = "landline"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"
    CN_ADDRESS = "cn_address"
    PLATE = "plate"
    ACCOUNT_NAME = "account_name"


CREDENTIALS = frozenset(
    {
        PrivateKind.API_KEY,
        PrivateKind.PRIVATE_KEY,
        PrivateKind.ACCESS_TOKEN,
        PrivateKind.PASSWORD,
        PrivateKind.PIN,
        PrivateKind.CONNECTION_STRING,
        PrivateKind.CVV,
        PrivateKind.CARD_WITH_CVV,
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters `start` to `end` (exclusive) of the text are a `kind`."""

    start: int
    end: int
    kind: PrivateKind


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with its private parts replaced by `[masked:<kind>]`; the findings count in the text before."""

    text: str
    findings: tuple[Finding, ...]
