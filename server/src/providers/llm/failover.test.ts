import { expect, it } from 'vitest'
import { aRequest } from '../../../../fakes/llm-provider-suite.ts'
import { createScriptedModel } from '../../../../fakes/scripted-model.ts'
import { createCircuitBreaker, withFailover } from './failover.ts'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'
import type { LlmEvent } from './llm.ts'

const NEVER = new AbortController().signal
const failure = (kind: ProviderFailureKind) =>
  new ProviderFailure({ kind, provider: 'one', message: 'failed' })

function start(breaker = createCircuitBreaker()) {
  const [one, two] = [createScriptedModel('one'), createScriptedModel('two')]
  const events: LlmEvent[] = []
  const ended = withFailover(one, async () => [two], breaker).stream(aRequest('scripted-1'), NEVER, (event) =>
    events.push(event),
  )
  return { one, two, events, ended, breaker }
}

it.each(['unauthorized', 'rate-limited', 'unavailable', 'timeout'] as const)(
  'uses the next provider after %s, and names it',
  async (kind) => {
    const { one, two, events, ended } = start()
    ;(await one.run(1)).fail(failure(kind))
    const run = await two.run(1)
    run.say('Hello')
    run.finish()
    await ended
    expect(events[0]).toEqual({ type: 'provider', id: 'two' })
    expect(events[1]).toEqual({ type: 'text', text: 'Hello' })
  },
)

it.each(['refused', 'broken', 'empty'] as const)('does not try another provider after %s', async (kind) => {
  const { one, two, ended } = start()
  ;(await one.run(1)).fail(failure(kind))
  await expect(ended).rejects.toMatchObject({ kind })
  expect(two.runs).toHaveLength(0)
})

it('does not try another provider after the first token', async () => {
  const { one, two, ended } = start()
  const run = await one.run(1)
  run.say('Hel')
  run.fail(failure('unavailable'))
  await expect(ended).rejects.toMatchObject({ kind: 'unavailable' })
  expect(two.runs).toHaveLength(0)
})

it('does not try a provider without an option of the request', async () => {
  const [one, two] = [createScriptedModel('one'), createScriptedModel('two')]
  const fallback = { ...two, unsupported: ['seed'] } as const
  const provider = withFailover(one, async () => [fallback], createCircuitBreaker())
  const ended = provider.stream(aRequest('scripted-1', { options: { seed: 7 } }), NEVER, () => {})
  ;(await one.run(1)).fail(failure('unavailable'))
  await expect(ended).rejects.toMatchObject({ kind: 'unavailable' })
  expect(two.runs).toHaveLength(0)
})

it('throws the failure of the last provider', async () => {
  const { one, two, ended } = start()
  ;(await one.run(1)).fail(failure('unavailable'))
  ;(await two.run(1)).fail(failure('timeout'))
  await expect(ended).rejects.toMatchObject({ kind: 'timeout' })
})

it('opens the circuit after three failures in a row, for half a minute', () => {
  let now = 0
  const breaker = createCircuitBreaker(() => now)
  breaker.failed('one', 'unavailable')
  breaker.failed('one', 'unavailable')
  breaker.succeeded('one')
  breaker.failed('one', 'unavailable')
  breaker.failed('one', 'unavailable')
  expect(breaker.isOpen('one')).toBe(false)
  breaker.failed('one', 'unavailable')
  expect([breaker.isOpen('one'), breaker.isOpen('two')]).toEqual([true, false])
  now = 30_000
  expect(breaker.isOpen('one')).toBe(false)
})

it('reports what hosts should know: a rejected key at once, other failures after three in a row', () => {
  let now = Date.UTC(2026, 10, 25, 12)
  const breaker = createCircuitBreaker(() => now)
  breaker.failed('one', 'unauthorized')
  now += 60_000
  breaker.failed('one', 'unauthorized')
  expect(breaker.trouble('one')).toEqual({ kind: 'unauthorized', since: '2026-11-25T12:00:00.000Z' })
  breaker.succeeded('one')
  expect(breaker.trouble('one')).toBeUndefined()
  breaker.failed('two', 'timeout')
  breaker.failed('two', 'timeout')
  expect(breaker.trouble('two')).toBeUndefined()
  breaker.failed('two', 'timeout')
  expect(breaker.trouble('two')).toEqual({ kind: 'timeout', since: '2026-11-25T12:01:00.000Z' })
})
