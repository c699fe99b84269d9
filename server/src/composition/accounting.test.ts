import { createPlanCatalogue } from '#domain/plans/index.ts'
import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPlace, type TestPlace } from '#db/fixtures/test-place.ts'
import { createEffectiveLimits } from '#domain/host/index.ts'
import { createLimits } from '#domain/limits/index.ts'
import { createOwnPools } from '#domain/ledger/index.ts'
import { passphrase } from '#domain/ledger/fixtures/callers.ts'
import { readSettings } from '../settings.ts'
import { createLedgerModule } from './accounting.ts'

let place: TestPlace
beforeEach(async () => {
  place = await createTestPlace()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await place.remove()
})

async function open(clock: { now: number }) {
  const database = await place.open()
  const now = () => clock.now
  const limits = createLimits({ database, demoRepliesPerDay: 9, globalRequestsPerHour: 9, now })
  const server = fastify()
  const settings = readSettings({})
  const effectiveLimits = createEffectiveLimits({ database, configured: settings, now })
  const { ledger } = await createLedgerModule(
    { settings, database, limits, effectiveLimits, poolsOf: createOwnPools(createPlanCatalogue({})), now },
    server,
  )
  const statuses = async () => {
    const entries = await database.selectFrom('ledger_entries').selectAll().orderBy('created_at').execute()
    return entries.map(({ status }) => status)
  }
  return { server, ledger, statuses }
}

it('settles open reservations of a server on another machine while this one runs, and not after it stopped', async () => {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const { server, ledger, statuses } = await open(clock)
  const speech = { caller: passphrase, provider: 'openai', model: 'tts-1' } as const
  const reserve = () => ledger.reserve({ ...speech, expected: { kind: 'tts', characters: 10 } })
  await reserve()
  clock.now += 15 * 60_000
  vi.advanceTimersByTime(60_000)
  await reserve()
  expect(await statuses()).toEqual(['reserved', 'reserved'])

  clock.now += 2 * 60_000
  vi.advanceTimersByTime(60_000)
  await expect.poll(statuses).toEqual(['settled', 'reserved'])

  await server.close()
  expect(vi.getTimerCount()).toBe(0)
})
