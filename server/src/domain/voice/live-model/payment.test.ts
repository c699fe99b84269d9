import { describe, expect, it, vi } from 'vitest'
import type { LiveModelPrice } from '#providers/speech/live-models/live-model.ts'
import { createOpenLedger } from '../../../../../fakes/open-ledger.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { member } from '../../money/ledger/fixtures/callers.ts'
import type { Ledger } from '../../money/ledger/index.ts'
import { LivePayment } from './payment.ts'

const NO_TOKENS = {
  inputText: 0,
  inputAudio: 0,
  cachedText: 0,
  cachedAudio: 0,
  outputText: 0,
  outputAudio: 0,
}
const PER_MINUTE: LiveModelPrice = { perMinuteUsd: 0.06 }
const TOKENS: LiveModelPrice = {
  perMillionUsd: { ...NO_TOKENS, outputAudio: 50 },
  perMinuteTokens: { ...NO_TOKENS, outputAudio: 1_200 },
}
const spoken = (outputAudio: number) => ({ by: 'tokens', tokens: { ...NO_TOKENS, outputAudio } }) as const
const usedUp = () => new DomainError('SPEECH_CREDITS_EXHAUSTED', 'Used up.')

/** A payment by a clock that the test sets. */
async function pay(price: LiveModelPrice, blocks = Infinity, error: Error = usedUp(), leftUsd?: number) {
  let now = 0
  const open = createOpenLedger()
  let reserved = 0
  const ledger: Pick<Ledger, 'reserve' | 'allowance'> = {
    allowance: async () =>
      leftUsd === undefined
        ? undefined
        : { total: 1e6, remaining: Math.max(0, leftUsd * 1e6 - reserved * 15_000), isDefault: false },
    async reserve(use) {
      reserved += 1
      if (reserved > blocks) throw error
      return open.reserve(use)
    },
  }
  const [onLastBlock, onUsedUp] = [
    vi.fn<(secondsLeft: number) => void>(),
    vi.fn<(error: DomainError) => void>(),
  ]
  const model = { provider: { id: 'openai', name: 'OpenAI' }, model: 'gpt-live', price }
  const payment = await LivePayment.open({
    ledger,
    model,
    caller: member('ann'),
    agentId: 'v_agent',
    conversationId: 'c1',
    onLastBlock,
    onUsedUp,
    elapsed: () => now,
  })
  return {
    payment,
    ledger: open,
    onLastBlock,
    onUsedUp,
    get billedUsd() {
      return (
        open.entries.reduce((sum, { used }) => sum + (used?.kind === 'live' ? used.price.microUsd : 0), 0) /
        1_000_000
      )
    },
    /** lets time pass, second by second */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000
        payment.tick()
        await Promise.resolve()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

describe('a model that bills minutes', () => {
  it('is reserved in blocks ahead, and settled to the second', async () => {
    const here = await pay(PER_MINUTE)
    expect(here.ledger.entries).toHaveLength(1)
    expect(here.ledger.entries[0]?.use.expected).toMatchObject({ seconds: 15, price: { microUsd: 15_000 } })
    await here.pass(7)
    expect(here.ledger.entries).toHaveLength(1)
    await here.pass(2)
    expect(here.ledger.entries).toHaveLength(2)
    await here.pass(31)
    await here.payment.close()
    expect(here.ledger.entries.every(({ isSettled }) => isSettled)).toBe(true)
    expect(here.billedUsd).toBeCloseTo(0.04)
    expect(here.payment.costUsd).toBeCloseTo(0.04)
    const seconds = here.ledger.entries.map(({ used }) => (used?.kind === 'live' ? used.seconds : 0))
    expect(seconds.reduce((sum, value) => sum + value, 0)).toBeCloseTo(40)
  })

  it('ends when no block can be reserved, within what is reserved', async () => {
    const here = await pay(PER_MINUTE, 2)
    await here.pass(29)
    expect(here.onLastBlock).toHaveBeenCalledExactlyOnceWith(expect.closeTo(7, 0))
    expect(here.onUsedUp).not.toHaveBeenCalled()
    await here.pass(5)
    expect(here.onUsedUp).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'SPEECH_CREDITS_EXHAUSTED' }),
    )
    expect(here.billedUsd).toBeCloseTo(0.03)
    expect(here.ledger.entries.every(({ isSettled }) => isSettled)).toBe(true)
  })

  it('reserves and spends no more than the pool has', async () => {
    const here = await pay(PER_MINUTE, 2, usedUp(), 0.02)
    await here.pass(19)
    expect(here.ledger.entries[1]?.use.expected).toMatchObject({ seconds: 5, price: { microUsd: 5_000 } })
    expect(here.onUsedUp).not.toHaveBeenCalled()
    await here.pass(3)
    expect(here.onUsedUp).toHaveBeenCalledOnce()
    expect(here.billedUsd).toBeCloseTo(0.02)
  })

  it('counts a pool that only the own reservation fills as used up', async () => {
    const busy = new DomainError('RATE_LIMITED', 'Others are running.', { retryAfterSeconds: 3 })
    const here = await pay(PER_MINUTE, 1, busy)
    await here.pass(16)
    expect(here.onUsedUp).toHaveBeenCalledWith(expect.objectContaining({ code: 'SPEECH_CREDITS_EXHAUSTED' }))
  })

  it('is not billed for a block that was only reserved', async () => {
    const here = await pay(PER_MINUTE)
    await here.pass(9)
    await here.payment.close()
    await here.payment.close()
    expect(here.ledger.entries.map(({ used }) => used !== undefined)).toEqual([true, false])
    expect(here.billedUsd).toBeCloseTo(0.009)
  })
})

describe('a model that bills tokens', () => {
  it('is billed by what the vendor reports, at any duration', async () => {
    const here = await pay(TOKENS)
    here.payment.addUsage(spoken(100))
    await here.pass(40)
    here.payment.addUsage(spoken(50))
    await here.payment.close()
    expect(here.billedUsd).toBeCloseTo((150 * 50) / 1_000_000)
    const tokens = here.ledger.entries.map(({ used }) =>
      used?.kind === 'live' ? used.tokens.totalTokens : 0,
    )
    expect(tokens.reduce((sum, value) => sum + value, 0)).toBe(150)
  })

  it('reserves ahead for speech that is not billed yet', async () => {
    const here = await pay(TOKENS, 2)
    here.payment.expect(40)
    await here.pass(3)
    expect(here.onUsedUp).toHaveBeenCalledOnce()
  })
})

it('a free model costs nothing, and is recorded', async () => {
  const here = await pay('free')
  await here.pass(20)
  await here.payment.close()
  expect(here.billedUsd).toBe(0)
  expect(here.ledger.entries[0]?.used).toMatchObject({ kind: 'live', seconds: expect.closeTo(15, 0) })
})
