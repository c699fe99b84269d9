import { expect, it } from 'vitest'
import { MAX_AGENT_FILE_BYTES } from '@vee/contract/entities/custom-agent-limits'
import { readAgentFile } from './make-agent.tsx'

const right = { format: 'vee-agent', version: 1, agent: { name: 'Kai', purpose: 'Plans walks' } }
const read = (text: string) => readAgentFile(new Blob([text]))

it('parses a file written by the server', async () => {
  expect(await read(JSON.stringify(right))).toEqual(right)
})

it('distinguishes a newer version from a file that is not an agent', async () => {
  expect(await read(JSON.stringify({ ...right, version: 2 }))).toBe('newer')
})

it.each([
  ['no JSON', '{'],
  ['another kind of file', JSON.stringify({ ...right, format: 'vee-settings' })],
  ['no version', JSON.stringify({ format: 'vee-agent', agent: {} })],
  ['an empty file', JSON.stringify({ format: 'vee-agent', version: 1 })],
  ['null', 'null'],
  ['a file above the maximum size', JSON.stringify(right) + ' '.repeat(MAX_AGENT_FILE_BYTES)],
])('rejects %s', async (_, text) => {
  expect(await read(text)).toBeUndefined()
})
