"""Whom TLS trusts, read once a process: HTTP clients read the list for each client anew, which takes longer than a short answer."""

import functools
import ssl
import sys


@functools.cache
def known() -> ssl.SSLContext | bool:
    """What an HTTP client takes as `verify`: the machine's authorities; True = let the client find them itself.

    Elsewhere than on Linux the clients ask the system for each connection, which knows more than OpenSSL's files.
    """
    if sys.platform != "linux":
        return True
    context = ssl.create_default_context()
    return context if context.get_ca_certs() else True
