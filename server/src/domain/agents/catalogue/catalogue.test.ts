import { describe, expect, it } from 'vitest'
import { agent as listedAgent } from '@vee/contract/entities/agent'
import { PLACEHOLDER_IDS } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import { loadAgents, type LoadedAgent } from '#agents/index.ts'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import type { Caller } from '../../accounts/index.ts'
import { createAgentCatalogue } from './catalogue.ts'

const agents = loadAgents(AGENTS_DIRECTORY)
const catalogue = createAgentCatalogue(agents)

const visitor: Caller = { kind: 'visitor', id: 'session:ann', ip: '192.0.2.1' }
const signedIn = (kind: 'passphrase' | 'member'): Caller => ({
  kind,
  id: 'u1',
  ip: '192.0.2.1',
  user: {
    id: 'u1',
    kind: kind === 'passphrase' ? 'global' : kind,
    email: null,
    displayName: null,
    planId: 'free',
    subscription: { status: 'none', renewsAt: null },
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  tokenProvider: kind === 'passphrase' ? 'global' : 'local',
})
const callers = { visitor, member: signedIn('member'), passphrase: signedIn('passphrase') }

/** Returns a catalogue in which V has another tier, or is not public. */
function catalogueWith(change: Partial<LoadedAgent>) {
  return createAgentCatalogue(
    agents.map((agent) => (agent.id === 'v_agent' ? { ...agent, ...change } : agent)),
  )
}

const LISTED_TO_VISITORS = [
  'v_agent',
  'nerf_agent',
  'coding_assistant',
  'system_designer',
  'meeting_summarizer',
  'diary_agent',
  'coding_interviewer',
  'tutor_agent',
]
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
const lockedFor = async (caller: Caller) =>
  idsOf((await catalogue.list(caller, 'en')).filter(({ locked }) => locked))

const placeholder = async (locale: Locale) => (await catalogue.list(visitor, locale))[0]?.inputPlaceholder

describe('the list', () => {
  it('contains the available agents, in the format of the contract, without prompts', async () => {
    const list = await catalogue.list(visitor, 'en')
    expect(idsOf(list)).toEqual(LISTED_TO_VISITORS)
    for (const agent of list) expect(listedAgent.strict().parse(agent)).toEqual(agent)
  })

  it('uses the requested language', async () => {
    expect(await placeholder('en')).toBe('Ask V anything')
    expect(await placeholder('ja-JP')).toBe('Vに何でも聞いてください')
  })

  it('shows custom agents to visitors as locked', async () => {
    expect(await lockedFor(visitor)).toEqual(['nerf_agent'])
  })

  it('shows agents of paid plans to members as locked', async () => {
    expect(idsOf(await catalogue.list(callers.member, 'en'))).toEqual([
      ...LISTED_TO_VISITORS,
      'lc_audit_aide',
    ])
    expect(await lockedFor(callers.member)).toEqual(['lc_audit_aide'])
    expect(await lockedFor(callers.passphrase)).toEqual([])
  })

  it('hides agents that are not public from visitors', async () => {
    const hidden = catalogueWith({ isPublic: false })
    expect(idsOf(await hidden.list(visitor, 'en'))).not.toContain('v_agent')
    expect(idsOf(await hidden.list(callers.member, 'en'))).toContain('v_agent')
  })
})

describe('choosing', () => {
  it.each(['v_agent', 'general', 'general-ai'])('resolves %s to V', async (id) => {
    expect((await catalogue.choose(id, visitor)).id).toBe('v_agent')
  })

  it.each([...PLACEHOLDER_IDS, 'nobody', '', '__proto__', '../v_agent'])(
    'rejects %j, which has no folder',
    async (id) => {
      await expect(catalogue.choose(id, callers.passphrase)).rejects.toThrow(
        expect.objectContaining({ code: 'AGENT_UNKNOWN' }),
      )
    },
  )

  it.each([
    ['public', 'visitor'],
    ['public', 'member'],
    ['public', 'passphrase'],
    ['member', 'member'],
    ['member', 'passphrase'],
    ['premium', 'passphrase'],
  ] as const)('of a %s agent is available to a %s', async (accessTier, kind) => {
    expect((await catalogueWith({ accessTier }).choose('v_agent', callers[kind])).id).toBe('v_agent')
  })

  it('of a premium agent is available to a seat on a paid plan', async () => {
    const seated = Object.assign(signedIn('member'), { seatPlanId: 'organization' })
    const premium = catalogueWith({ accessTier: 'premium' })
    expect((await premium.choose('v_agent', seated)).id).toBe('v_agent')
  })

  it.each([
    ['member', 'visitor'],
    ['premium', 'visitor'],
    ['premium', 'member'],
  ] as const)('of a %s agent is denied to a %s', async (accessTier, kind) => {
    await expect(catalogueWith({ accessTier }).choose('v_agent', callers[kind])).rejects.toThrow(
      expect.objectContaining({ code: 'AGENT_TIER_REQUIRED', details: { required: accessTier } }),
    )
  })
})

describe('a prompt', () => {
  it('is found by id and by alias', async () => {
    const prompt = await catalogue.promptOf('v_agent', callers.passphrase)
    expect(prompt).toMatchObject({ id: 'v_agent', content: expect.stringContaining('You are V') })
    expect(await catalogue.promptOf('general', callers.member)).toEqual(prompt)
  })

  it.each([...PLACEHOLDER_IDS, 'nobody', '../../../settings', 'v_agent/prompt.md'])(
    'is not found for %j',
    async (id) => {
      await expect(catalogue.promptOf(id, callers.passphrase)).rejects.toThrow(
        expect.objectContaining({ code: 'NOT_FOUND' }),
      )
    },
  )
})
