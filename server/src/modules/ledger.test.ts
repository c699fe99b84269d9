import { fastify } from 'fastify'
import { createPlanCatalogue } from '#domain/money/plans/index.ts'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#db/fixtures/test-database.ts'
import { configuredLimits, createEffectiveLimits } from '#domain/host/index.ts'
import { createCallerRateLimits } from '#domain/money/caller-limits/index.ts'
import { createOwnPools } from '#domain/money/ledger/index.ts'
import { passphrase } from '#domain/money/ledger/fixtures/callers.ts'
import { identifyServer } from '../adapters/server-identity.ts'
import { manualTimers } from '../scheduler/fixtures/manual-timers.ts'
import { databaseLeases } from '../scheduler/database-leases.ts'
import { startScheduler } from '../scheduler/scheduler.ts'
import { readSettings } from '#settings/settings.ts'
import { createLedgerModule } from './ledger.ts'

async function open(clock: { now: number }) {
  const database = await openTestDatabase()
  const now = () => clock.now
  const limits = createCallerRateLimits({
    database,
    visitorRepliesPerDay: 9,
    passphraseRepliesPerHour: 9,
    now,
  })
  const settings = readSettings({})
  const effectiveLimits = createEffectiveLimits({ database, configured: configuredLimits(settings), now })
  const organizations = { poolsOf: createOwnPools(createPlanCatalogue({}), async () => false) }
  const serverIdentity = identifyServer()
  const { services, jobs = [] } = await createLedgerModule(
    { settings, database, log: fastify().log, now },
    { limits, effectiveLimits, organizations, serverIdentity },
  )
  const timers = manualTimers()
  const scheduler = startScheduler(jobs, {
    leases: databaseLeases(database, serverIdentity.name),
    setTimer: timers.setTimer,
  })
  const statuses = async () => {
    const entries = await database.selectFrom('ledger_entries').selectAll().orderBy('created_at').execute()
    return entries.map(({ status }) => status)
  }
  return { ledger: services.ledger, timers, scheduler, statuses }
}

it('settles open reservations of a server on another machine while this one runs, and not after it stopped', async () => {
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const { ledger, timers, scheduler, statuses } = await open(clock)
  /** Runs the job, and waits until only the timer of its next run is left. */
  const settle = async () => {
    timers.fire()
    await expect.poll(() => timers.count(), { timeout: 10_000 }).toBe(1)
  }
  const speech = { caller: passphrase, provider: 'openai', model: 'tts-1' } as const
  const reserve = () => ledger.reserve({ ...speech, expected: { kind: 'tts', characters: 10 } })
  await reserve()
  clock.now += 15 * 60_000
  await settle()
  await reserve()
  expect(await statuses()).toEqual(['reserved', 'reserved'])

  clock.now += 2 * 60_000
  await settle()
  await expect.poll(statuses).toEqual(['settled', 'reserved'])

  await scheduler.stop()
  expect(timers.count()).toBe(0)
})
