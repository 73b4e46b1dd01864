"""What `memstrata.text.private` masks and what it leaves, in Chinese and in English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memstrata.text import private
from memstrata.text.private import PrivateKind as Kind

# Written in pieces, so that no scanner takes a made-up key for a leak.
OPENAI = "sk-" + "proj-a1B2c3D4e5F6" + "g7H8i9J0k1L2m3N4"
AWS = "AKIA" + "IOSFODNN7" + "EXAMPLE"
JWT = "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxMjM0NTY3ODkwIn0" + ".dBjftJeZ4CVPmB92K27uhbUJU1p1r_wW1gFWFOEjXk"
PEM = "-----BEGIN RSA PRIV" + "ATE KEY-----\nMIIEpAIBAAKCAQEA1c7+9z5Pad7OejecsQ0bu3aumQ==\n-----END RSA PRIV" + "ATE KEY-----"
PIECES = [
    "密码是",
    "hunter2",
    "1",
    "3800138000",
    " ",
    "，",
    "徐汇区",
    "漕溪北路",
    "398号",
    "li@",
    "example.cn",
    "password is ",
    "sk-",
    "[masked:pin]",
    "４１１１",
]


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("我的密码是hunter2，别告诉别人", "我的密码是[masked:password]，别告诉别人"),
        ("登录密码改成了Xk9#mm2p。", "登录密码改成了[masked:password]。"),
        ("wifi密码：acme8888", "wifi密码：[masked:password]"),
        ("我刚把邮箱密码从Old1234改成New5678", "我刚把邮箱密码从[masked:password]改成[masked:password]"),
        ("用户名zhangsan，密码Zs#998877。", "用户名[masked:account_name]，密码[masked:password]。"),
        ("银行卡的PIN码是4071", "银行卡的PIN码是[masked:pin]"),
        ("My password is sunshine.", "My password is [masked:password]."),
        ("the wifi password: BlueHorse22", "the wifi password: [masked:password]"),
        ("user admin pass hunter2", "user [masked:account_name] pass [masked:password]"),
        ("I changed the admin password to Orange77 today", "I changed the admin password to [masked:password] today"),
        ("The password to my laptop is 'let me in'", "The password to my laptop is '[masked:password]'"),
        ("数据库密码忘了告诉你，是Db#2024pwd", "数据库密码忘了告诉你，是[masked:password]"),
        ("login: jsmith / Summer2023!", "login: [masked:account_name] / [masked:password]"),
        ("mysql -u root -pMyS3cret shop", "mysql -u root -p[masked:password] shop"),
        ("Our garage code is 4417", "Our garage code is [masked:pin]"),
        ("export DB_PASSWORD=s3cr3tpw", "export DB_PASSWORD=[masked:password]"),
        ('{"username": "bob", "password": "x9!kk2"}', '{"username": "[masked:account_name]", "password": "[masked:password]"}'),
        ("My PIN is 4071", "My PIN is [masked:pin]"),
    ],
)
def test_masks_a_stated_password_and_keeps_the_sentence(text: str, masked: str) -> None:
    assert private.mask(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "密码忘了怎么办",
        "密码不能少于8位",
        "密码是用bcrypt加密的",
        "账号密码登录已关闭",
        "I forgot my password",
        "the password must be 12 characters",
        "My password is wrong again",
        "reset password page",
        '"password": "must be at least 8 characters"',
        "密码：“不能为空”",
        "password = getpass.getpass()",
        "password: ${DB_PASSWORD}",
        "the user admin passed all checks",
        "connect pin 12 of the header",
    ],
)
def test_leaves_talk_about_passwords_without_one(text: str) -> None:
    assert private.find(text) == []


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("徐汇区漕溪北路398号2栋1603室", "徐汇区[masked:cn_address]"),
        ("寄到上海南京西路1266号，谢谢", "寄到上海[masked:cn_address]，谢谢"),
        ("我家在幸福花园3栋2单元501室", "我家在[masked:cn_address]"),
        ("台北市信義區忠孝東路五段68號12樓", "台北市信義區[masked:cn_address]"),
        ("中山路一百二十号", "[masked:cn_address]"),
        ("I live at 123 Main Street, Apt 4, in Portland", "I live at [masked:address], in Portland"),
        ("Flat 3, 22 Baker Street, London", "[masked:address], London"),
        ("send it to PO Box 4471", "send it to [masked:address]"),
    ],
)
def test_masks_street_and_number_and_keeps_the_district(text: str, masked: str) -> None:
    assert private.mask(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "我住在上海徐汇区",
        "张伟在北京工作",
        "会议室301下午三点开会",
        "坐10号线再换3路公交",
        "上路之前检查轮胎",
        "She lives in Austin, Texas",
        "Wall Street fell 300 points",
    ],
)
def test_leaves_cities_districts_names_and_rooms(text: str) -> None:
    assert private.find(text) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("打１３８１２３４５６７８找我", Kind.CN_PHONE),
        ("手机+86-138-1234-5678", Kind.CN_PHONE),
        ("座机（010）6234-5678", Kind.LANDLINE),
        ("call (415) 555-0132", Kind.PHONE),
        ("my cell is 4155550132", Kind.PHONE),
        ("+44 20 7946 0958", Kind.PHONE),
        ("邮箱li.na＠example.cn收", Kind.EMAIL),
        ("jane dot doe at example dot com", Kind.EMAIL),
        ("身份证11010519491231002X", Kind.CN_ID),
        ("身份证 110105 19491231 002x", Kind.CN_ID),
        ("卡号4111 1111 1111 1111", Kind.CARD),
        ("4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1", Kind.CARD),
        ("工资卡6222021234567890128", Kind.CN_BANK_CARD),
        ("GB82 WEST 1234 5698 7654 32", Kind.IBAN),
        ("税号91350100M000100Y43", Kind.CN_USCC),
        ("护照号E12345678", Kind.PASSPORT),
        ("my SSN is 219-09-9998", Kind.SSN),
        ("香港身份证A123456(3)", Kind.HK_TW_ID),
        ("车牌沪A·D12345", Kind.PLATE),
        ("postgres://app:s3cret@db.example.com/main", Kind.CONNECTION_STRING),
        (f"key {OPENAI}", Kind.API_KEY),
        (f"密钥{AWS}", Kind.API_KEY),
        (f"token是{JWT}", Kind.ACCESS_TOKEN),
        ("client_secret = 9fK2mQ7xR4tY8wZ1bN6v", Kind.API_KEY),
        (PEM, Kind.PRIVATE_KEY),
        (PEM[:60], Kind.PRIVATE_KEY),
    ],
)
def test_finds_each_kind(text: str, kind: Kind) -> None:
    assert [finding.kind for finding in private.find(text)] == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "订单号13812345678",
        "Order #4111111111111111 has shipped",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "md5 5f4dcc3b5aa765d61d8327deb882cf99",
        "550e8400-e29b-41d4-a716-446655440000",
        "ISBN 978-7-111-54742-5",
        "服务器在192.168.138.123，端口8080",
        "2024-01-15 13:45:12.123456",
        "运单SF1234567890123",
        "api_key = os.environ['KEY']",
        "sk-learn-contrib-2023-package-name",
        "redis://localhost:6379/0",
        "git@github.com:acme/widgets.git",
        "part 123-45-6789",
    ],
)
def test_leaves_numbers_and_names_that_only_look_private(text: str) -> None:
    assert private.find(text) == []


def test_a_card_beside_its_security_code_is_a_credential() -> None:
    text = "卡号4111111111111111，安全码123，电话13812345678"

    assert private.mask_credentials(text).text == "卡号[masked:card_with_cvv]，安全码[masked:cvv]，电话13812345678"


def test_credentials_are_masked_and_contacts_stay_when_only_credentials_are_asked_for() -> None:
    masked = private.mask_credentials("mail li@example.cn, password is hunter2")

    assert masked.text == "mail li@example.cn, password is [masked:password]"
    assert [finding.kind for finding in masked.findings] == [Kind.PASSWORD]


def test_the_more_telling_of_two_kinds_wins() -> None:
    assert [finding.kind for finding in private.find("密码是13812345678")] == [Kind.PASSWORD]


def test_an_empty_text_has_nothing_private() -> None:
    assert private.mask("") == private.Masked("", ())


def test_the_end_of_a_long_text_is_read_as_closely_as_its_beginning() -> None:
    text = "今天天气不错。" * 20_000 + "我的密码是hunter2"

    assert private.mask(text).text.endswith("我的密码是[masked:password]")


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_findings_stand_in_order_and_never_overlap(text: str) -> None:
    findings = private.find(text)

    ends = [0, *(finding.end for finding in findings)]
    assert all(end <= finding.start < finding.end <= len(text) for end, finding in zip(ends, findings, strict=False))


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = private.mask(text).text

    assert private.mask(once).text == once
