/** What a program of a few lines does with the library alone: connect, list, close. */

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const client = new Client({ name: 'script', version: '1' }, { capabilities: {} })
await client.connect(new StdioClientTransport({ command: process.execPath, args: [process.argv[2]] }))
const { tools } = await client.listTools()
console.log(tools.length)
await client.close()
