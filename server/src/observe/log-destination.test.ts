import { closeSync, openSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from '#db/fixtures/test-database.ts'
import { createApp } from '../app.ts'
import { readSettings } from '#settings/settings.ts'
import { createLogDestination } from './log-destination.ts'

afterEach(() => vi.useRealTimers())

const failure = (code: string) => Object.assign(new Error(code), { code })

/** A disk with room for so many bytes. */
function createDisk(room: number) {
  const disk = { text: '', room, error: 'ENOSPC' }
  const write = (_fd: number, bytes: Uint8Array) => {
    if (disk.room === 0) throw failure(disk.error)
    const written = Math.min(disk.room, bytes.length)
    disk.text += Buffer.from(bytes.subarray(0, written)).toString()
    disk.room -= written
    return written
  }
  return { disk, log: createLogDestination(0, write) }
}

it('drops lines that a full disk does not take, and states their number when it does', () => {
  const { disk, log } = createDisk(15)
  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) log.write(line)
  expect(log.droppedLines).toBe(2)
  disk.room = 1_000
  log.write('fifth\n')
  log.write('sixth\n')
  const lines = disk.text.trimEnd().split('\n')
  expect(lines.slice(0, 4)).toEqual(['first', 'second', 'th', 'fifth'])
  expect(JSON.parse(lines[4] ?? '')).toMatchObject({ level: 40, dropped: 2 })
  expect(lines[5]).toBe('sixth')
})

it('keeps lines for a reader that has to catch up, up to a limit', () => {
  vi.useFakeTimers()
  const { disk, log } = createDisk(0)
  disk.error = 'EAGAIN'
  log.write('first\n')
  log.write('second\n')
  expect(log.droppedLines).toBe(0)
  disk.room = Infinity
  vi.advanceTimersByTime(100)
  expect(disk.text).toBe('first\nsecond\n')
  disk.room = 0
  for (let count = 0; count < 20; count += 1) log.write(`${'x'.repeat(100_000)}\n`)
  expect(log.droppedLines).toBeGreaterThan(5)
})

it('costs lines and not the server', async () => {
  const full = openSync('/dev/full', 'w')
  const logStream = createLogDestination(full)
  const testDatabase = await createTestDatabase()
  const database = await testDatabase.open()
  const app = await createApp({
    settings: readSettings({ PORT: '0', LOCAL_PROVIDERS: 'off', METRICS_TOKEN: 'a-long-enough-token' }),
    database,
    passphrase: undefined,
    webDirectory: '/nowhere',
    searchPath: '',
    logStream,
    now: Date.now,
  })
  try {
    const url = await app.listen()
    for (let count = 0; count < 24; count += 1) expect((await fetch(`${url}/api/health`)).status).toBe(200)
    await vi.waitFor(() => expect(logStream.droppedLines).toBeGreaterThanOrEqual(24))
    const metrics = await fetch(`${url}/api/metrics`, {
      headers: { authorization: 'Bearer a-long-enough-token' },
    })
    expect(await metrics.text()).toMatch(/^vee_log_lines_dropped_total [1-9]/m)
  } finally {
    await app.stop()
    await testDatabase.remove()
    closeSync(full)
  }
})
