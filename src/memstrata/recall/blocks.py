"""Contents of messages as parts, and a plain chat message in Anthropic's form: calls of tools and their results are blocks there."""

import json
import re
from collections.abc import Mapping

from memstrata.core.records import Json

Message = dict[str, Json]

_TEXT_TYPES = ("text", "input_text", "output_text")
_DATA_URL = re.compile(r"data:([\w.+/-]{1,80});base64,(.*)", re.DOTALL)


def text(content: Json) -> str:
    """The text of a content in any form."""
    return "\n".join(str(part["text"]) for part in parts(content) if isinstance(part, dict) and isinstance(part.get("text"), str))


def parts(content: Json) -> list[Json]:
    """A content as a list of parts; [] for none."""
    if isinstance(content, list):
        return content
    return [{"type": "text", "text": content}] if isinstance(content, str) and content.strip() else []


def message(plain: Message) -> Message:
    """A message of the interface: role user or assistant, content as text or blocks. Empty content: there is nothing to send."""
    if plain["role"] in ("tool", "function"):
        result: Json = {"type": "tool_result", "tool_use_id": plain.get("tool_call_id") or "", "content": _content(plain["content"])}
        return {"role": "user", "content": [result]}
    calls = plain.get("tool_calls")
    said = _content(plain["content"])
    used = [_use(call) for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    return {"role": "assistant" if plain["role"] == "assistant" else "user", "content": [*parts(said), *used] if used else said}


def _content(content: Json) -> Json:
    """Text, or blocks; blank texts are left out, since the interface refuses them."""
    if isinstance(content, list):
        return [
            block for block in map(_block, content) if not isinstance(block, dict) or block.get("type") != "text" or text([block]).strip()
        ]
    return content if isinstance(content, str) and content.strip() else ""


def _block(part: Json) -> Json:
    """One part of OpenAI's as the interface's block; what is one already stays."""
    if not isinstance(part, dict):
        return {"type": "text", "text": str(part)}
    if part.get("type") in _TEXT_TYPES:
        return {"type": "text", "text": text([part])}
    image = part.get("image_url") if part.get("type") in ("image_url", "input_image") else None
    url = image.get("url") if isinstance(image, dict) else image
    if not isinstance(url, str):
        return part
    data = _DATA_URL.fullmatch(url)
    source: Json = {"type": "base64", "media_type": data[1], "data": data[2]} if data else {"type": "url", "url": url}
    return {"type": "image", "source": source}


def _use(call: Mapping[str, Json]) -> Json:
    """A call as a block; arguments that are no JSON object go in as they are, under one name."""
    function = call.get("function")
    named = function if isinstance(function, dict) else call
    given = named.get("arguments")
    try:
        read: Json = json.loads(given) if isinstance(given, str) and given.strip() else given
    except (ValueError, RecursionError):
        read = given
    return {
        "type": "tool_use",
        "id": call.get("id") or "",
        "name": named.get("name") or "",
        "input": read if isinstance(read, dict) else {"arguments": read} if read else {},
    }
