import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { identifyServer } from './server-identity.ts'

const { name, hasEnded } = identifyServer()
const [machine, pid, startedAt] = name.split(' ')

it('names a process by its machine, number and start time', () => {
  expect([pid, name.split(' ').length]).toEqual([String(process.pid), 3])
})

const PROGRAM = `import(${JSON.stringify(join(import.meta.dirname, 'server-identity.ts'))}).then(({ identifyServer }) => {
  console.log(identifyServer().name)
  process.stdin.resume()
})`

it('detects whether another process on its machine is running', async () => {
  const other = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(other, 'exit')
  const [said] = (await once(other.stdout, 'data')) as [Buffer]
  const itsName = said.toString().trim()
  expect(itsName.split(' ').slice(0, 2)).toEqual([machine, String(other.pid)])
  expect(hasEnded(itsName)).toBe(false)
  other.stdin.end()
  await ended
  expect(hasEnded(itsName)).toBe(true)
})

it.runIf(process.platform === 'linux')('considers a process dead if another one has its number now', () => {
  expect(hasEnded(`${machine} ${process.ppid} 1`)).toBe(true)
})

it('considers an earlier process with its own number dead, and itself alive', () => {
  expect(hasEnded(`${machine} ${pid} ${Number(startedAt) - 1}`)).toBe(true)
  expect(hasEnded(name)).toBe(false)
})

it.each(['elsewhere', `${machine}-other`])('cannot decide about a process at %s, with any number', (host) => {
  expect(hasEnded(`${host} ${pid} 1`)).toBe(false)
})
