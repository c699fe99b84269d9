import { describe, expect, it } from 'vitest'
import type { Availability } from '#providers/failure.ts'
import { createLlmStatus } from './llm-status.ts'

const available: Availability = { available: true, reason: null, hint: null, envVar: null }
const without = (envVar: string): Availability => ({
  available: false,
  reason: 'It is not connected.',
  hint: `Set ${envVar}.`,
  envVar,
})

const registry = {
  providers: (): readonly object[] => [],
  nameOf: () => undefined,
  isFailing: (_id: string) => false,
  awaitsHost: async () => false,
  hasPlans: () => false,
}
const statusOf = (providers: Readonly<Record<string, Availability>>, more: Partial<typeof registry> = {}) =>
  createLlmStatus({
    ...registry,
    ...more,
    availability: async () => providers,
    canTranscribe: () => Promise.resolve(true),
    notice: async () => null,
    builtInId: 'builtin',
    now: () => 0,
  })()

describe('the status of language models', () => {
  it('is ready with a model', async () => {
    const providers = { openai: available, anthropic: without('ANTHROPIC_API_KEY'), builtin: available }
    expect(await statusOf(providers)).toEqual({
      ready: true,
      message: 'A language model is ready.',
      providers,
      canTranscribe: true,
      notice: null,
    })
  })

  it('is checked again within five seconds only after an endpoint was changed', async () => {
    let checks = 0
    let endpoint = {}
    const status = createLlmStatus({
      ...registry,
      providers: () => [endpoint],
      availability: async () => {
        checks += 1
        return { builtin: available }
      },
      canTranscribe: () => Promise.resolve(true),
      notice: async () => null,
      builtInId: 'builtin',
      now: () => 0,
    })
    await status()
    await status()
    expect(checks).toBe(1)
    endpoint = {}
    await status()
    expect(checks).toBe(2)
  })

  it('is ready with only the built-in responder, and returns a hint how to connect a model', async () => {
    const status = await statusOf({
      openai: without('OPENAI_API_KEY'),
      anthropic: without('ANTHROPIC_API_KEY'),
      builtin: available,
    })
    expect(status.ready).toBe(true)
    expect(status.message).toContain('set OPENAI_API_KEY or ANTHROPIC_API_KEY')
  })

  it('names what was connected and is away: a failing vendor, and an endpoint without models', async () => {
    const { providers } = await statusOf(
      { openai: available, anthropic: without('ANTHROPIC_API_KEY'), 'ep-1a': without('') },
      { isFailing: (id) => id === 'openai' },
    )
    const away = Object.entries(providers).filter(([, { isAway }]) => isAway)
    expect(away.map(([id]) => id)).toEqual(['openai', 'ep-1a'])
  })

  it('says whether the first account is still to be created, and whether there are plans with prices', async () => {
    const status = await statusOf(
      { builtin: available },
      { awaitsHost: async () => true, hasPlans: () => true },
    )
    expect(status).toMatchObject({ awaitsHost: true, hasPlans: true })
    expect(Object.keys(await statusOf({ builtin: available }))).not.toContain('hasPlans')
  })

  it('is not ready without a model', async () => {
    const status = await statusOf({ openai: without('OPENAI_API_KEY') })
    expect(status).toMatchObject({ ready: false, message: 'LLM services are unavailable.' })
    expect(status.providers['openai']).toEqual(without('OPENAI_API_KEY'))
  })

  it('checks once for all callers within five seconds', async () => {
    let looks = 0
    let time = 0
    const status = createLlmStatus({
      ...registry,
      availability: async () => ({ builtin: { ...available, reason: `look ${++looks}` } }),
      canTranscribe: () => Promise.resolve(true),
      notice: async () => null,
      awaitsHost: async () => false,
      hasPlans: () => false,
      builtInId: 'builtin',
      now: () => time,
    })
    await Promise.all([status(), status(), status()])
    time = 4_999
    await status()
    expect(looks).toBe(1)
    time = 5_000
    expect((await status()).providers['builtin']?.reason).toBe('look 2')
  })
})
