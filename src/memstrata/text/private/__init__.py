"""Credentials and private data in Chinese and English text: found by pure rules, masked as `[masked:<kind>]`.

    private.mask("我的邮箱是 li.na@example.cn").text         # 我的邮箱是 [masked:email]
    private.mask_credentials("the wifi password is hunter2").text

A city or a district is a fact and stays, street and number go. A person's name is no private datum here. Order numbers,
hashes, versions, dates, ports and addresses of machines stay as they are. Every rule is linear in the length of the text.
"""

from memstrata.text.private.detect import find, mask, mask_credentials
from memstrata.text.private.kinds import CREDENTIALS, Finding, Masked, PrivateKind

__all__ = ["CREDENTIALS", "Finding", "Masked", "PrivateKind", "find", "mask", "mask_credentials"]
