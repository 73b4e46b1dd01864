"""Language models behind one port: drivers over the official SDKs, and the guard around them (retries, breaker, caps).

A driver's module has `create(endpoint)`; importing it imports its SDK, so the assembly does that by name, at the first call.
"""
