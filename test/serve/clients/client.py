"""The client of the package `mcp` at `sense serve`: `client.py ERA ADDRESS TOKEN` or `client.py ERA COMMAND...`.

Prints one JSON object: what was listed, what the calls gave, what was asked, and whether a cancelled call let others go on.
"""

import asyncio
import json
import sys

import anyio
import httpx2
from mcp import Client, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client

era, *where = sys.argv[1:]
asked = []


async def agree(_context, params):
    asked.append(params.message)
    content = {"approve": True} if "Approve" in params.message else {"answer": "Ada"}
    return types.ElicitResult(action="accept", content=content)


def server():
    if where[0].startswith("http:"):
        address, token = where
        headers = {"authorization": f"Bearer {token}"}
        return streamable_http_client(address, http_client=httpx2.AsyncClient(headers=headers, timeout=60))
    return StdioServerParameters(command=where[0], args=where[1:])


def told(result):
    return [result.content[0].text, bool(result.is_error)]


async def main():
    mode = "legacy" if era == "legacy" else "2026-07-28"
    async with Client(server(), mode=mode, elicitation_callback=agree) as client:
        found = {"protocol": str(client.protocol_version)}
        found["tools"] = [tool.name for tool in (await client.list_tools()).tools]
        found["price"] = told(await client.call_tool("price", {"item": "tea"}))
        found["wrong"] = told(await client.call_tool("price", {"item": 5}))
        found["denied"] = told(await client.call_tool("remove", {"item": "tea"}))
        found["approved"] = told(await client.call_tool("pay", {"to": "Town", "cents": 5}))
        found["greeted"] = told(await client.call_tool("greet", {}))
        with anyio.move_on_after(1):
            await client.call_tool("hang", {})
        # The clerk that `hang` waits for ends with the call.
        for _ in range(1000):
            state, _ = told(await client.call_tool("state", {}))
            if "failed" in state:
                break
            await anyio.sleep(0.02)
        found["state"] = state
        found["asked"] = asked
        print(json.dumps(found))


asyncio.run(main())
