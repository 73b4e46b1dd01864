"""What the words right before a number say it is: a phone, a card, an identity number, or only an order or a commit."""

import re
from enum import StrEnum

from memstrata.text.private import view

REACH = 48  # characters looked back from a number; longer sentences say it again


class Label(StrEnum):
    PHONE = "phone"
    CARD = "card"
    ID = "id"
    COMPANY = "company"
    PASSPORT = "passport"
    SSN = "ssn"
    PLATE = "plate"
    OTHER = "other"  # a number of something: order, parcel, ticket, hash, part


_WORDS = {
    Label.PHONE: r"手机|手機|电话|電話|联系方式|聯繫|致电|拨打|来电|座机|传真|微信|热线|whatsapp|telephone|phone|mobile"
    r"|\b(?:cell|tel|fax|landline|call|text|ring|dial|sms|reach (?:me|him|her|us))\b",
    Label.CARD: r"卡号|卡號|银行卡|信用卡|储蓄卡|借记卡|还款卡|工资卡|银行账户|账号"
    r"|card(?: number| no\.?)?|visa|mastercard|amex|unionpay|\baccount\b",
    Label.ID: r"身份证|身份證|身分證|驾照|驾驶证|证件|證件|公民身份|户口|identity|\bhkid\b"
    r"|\b(?:national|resident|hk|hong kong|taiwan|chinese|tw) id\b"
    r"|(?<![_\-])\b(?:hk ?)?id(?: card)?(?= ?(?:number|no\b|card|[:#(]|is\b))",
    Label.COMPANY: r"信用代码|信用代碼|税号|稅號|纳税人识别号|统一编号|营业执照|uscc|social credit|tax (?:id|number)",
    Label.PASSPORT: r"护照(?:编号|号)?|護照(?:編號|號)?|passport",
    Label.SSN: r"\bssn\b|social security|\b(?:my|his|her) social\b|社安号|社会安全号|社會安全號|w-2",
    Label.PLATE: r"车牌|車牌|车号|licen[sc]e plate|number plate|registration plate|plate (?:number|no\.?)",
    Label.OTHER: r"订单|訂單|单号|單號|运单|流水号|工单|合同|编号|編號|发票(?!抬头)|批次号?|序列号|参考号|交易号|学号|工号|型号|端口|时间戳"
    r"|邮编|条码|货号|\b(?:order|track(?:ing|(?= it))|invoice|ticket|ref(?:erence)?|case|serial|sku|part|transaction|confirmation|product"
    r"|item|job|batch|request|user|parcel|shipment|model|commit|event|rows?|count|total|views|build|version|seed|timestamp|ts|size|bytes"
    r"|isbn|port|lat|lon|price|trace|span|dimensions?|booking|po)\b|(?:^|[_\W])id(?==|\"?: ?\d)",
}
_ANY = re.compile("|".join(f"(?P<{label.name}>{words})" for label, words in _WORDS.items()))
_BREAKS = "。；;!?！？，,"
# Between an order's label and its number stand only such words; anything else begins a new thought.
_GLUE = re.compile(r"(?:[ :：=#\"'()\[\]_\-]|numbers?|no\.?|id|code|号码|号|编号|is|was|为|是){0,8}")


def nearest(seen: view.View, start: int) -> Label | None:
    """The last label in the clause before `start`; OTHER only where it belongs to this very number."""
    left = seen.left(start, REACH)
    left = left[max(map(left.rfind, _BREAKS)) + 1 :]
    label: Label | None = None
    for found in _ANY.finditer(left):
        kind = Label[found.lastgroup or "OTHER"]
        if kind is not Label.OTHER or _GLUE.fullmatch(left, found.end()):
            label = kind
    return label
