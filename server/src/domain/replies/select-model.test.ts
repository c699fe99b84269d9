import { expect, it } from 'vitest'
import type { Budget } from '@vee/contract/entities/budget'
import type { ChatRequest } from '@vee/contract/http/chat'
import { createScriptedModel } from '../../../../fakes/scripted-model.ts'
import type { Caller } from '../accounts/index.ts'
import { member } from '../money/ledger/fixtures/callers.ts'
import { mayUseOwnKeys, type OwnKeys } from '../money/ledger/index.ts'
import { resolveModelAndPayer } from './select-model.ts'

const platform = createScriptedModel('openai')
const own = createScriptedModel('own')
const KEYS = { openai: 'sk-mine-12345' }

const budgetAt = (usedTokens: number): Budget => ({
  step: null,
  usedTokens,
  totalTokens: 100,
  remainingTokens: 100 - usedTokens,
  resetsAt: '2026-11-22T00:00:00.000Z',
})

interface ModelRequestCase {
  readonly used: number
  /** a shared pool is used up, and the organization lets its members continue */
  readonly isPoolOver?: boolean
  readonly chatRequest?: Pick<ChatRequest, 'model' | 'budget'> & { ownKeys?: OwnKeys }
  readonly caller?: Caller
  readonly served?: readonly string[]
  readonly provider?: typeof platform
}

async function agree({
  used,
  isPoolOver = false,
  chatRequest = {},
  caller,
  served = ['large', 'small'],
  provider = platform,
}: ModelRequestCase) {
  const terms = await resolveModelAndPayer(chatRequest, caller ?? member('u1', 'creator'), {
    models: {
      choose: async (model) => {
        const chosen = model ?? served[0]
        return chosen !== undefined && served.includes(chosen) ? { provider, model: chosen } : undefined
      },
    },
    hostModels: ['large', 'small'],
    ownModels: {
      choose: (keys, model = 'none') => (keys.openai === undefined ? undefined : { provider: own, model }),
    },
    ledger: {
      budget: async (asker, forbidden = []) => {
        const isOpen = mayUseOwnKeys(asker) && !forbidden.includes('own-key')
        return { ...budgetAt(used), step: isOpen && (isPoolOver || used >= 100) ? 'own-key' : null }
      },
    },
  })
  return [terms.provider.id, terms.model, terms.payer]
}

it.each<[string, ModelRequestCase, readonly string[]]>([
  ['the preferred model', { used: 0 }, ['openai', 'large', 'platform']],
  ['the preferred one at a warning', { used: 89 }, ['openai', 'large', 'platform']],
  ['the smaller one from 90 %', { used: 90 }, ['openai', 'small', 'platform']],
  [
    'the smaller one for any requested model',
    { used: 90, chatRequest: { model: 'large' } },
    ['openai', 'small', 'platform'],
  ],
  [
    'the preferred one when the smaller is forbidden',
    { used: 97, chatRequest: { budget: { forbid: ['smaller-model'] } } },
    ['openai', 'large', 'platform'],
  ],
  ['the only available one', { used: 97, served: ['large'] }, ['openai', 'large', 'platform']],
  [
    'a free one without a change',
    { used: 97, provider: createScriptedModel('ollama') },
    ['ollama', 'large', 'platform'],
  ],
  [
    'the own key when the allowance is used up',
    { used: 100, chatRequest: { ownKeys: KEYS } },
    ['own', 'large', 'own-key'],
  ],
  [
    'the own key before the own allowance when a shared pool is used up',
    { used: 50, isPoolOver: true, chatRequest: { ownKeys: KEYS } },
    ['own', 'large', 'own-key'],
  ],
  [
    'the own allowance when a shared pool is used up and there is no key',
    { used: 50, isPoolOver: true },
    ['openai', 'large', 'platform'],
  ],
  [
    'the own key with the requested model',
    { used: 100, chatRequest: { ownKeys: KEYS, model: 'small' } },
    ['own', 'small', 'own-key'],
  ],
  [
    'no own key while some allowance is left',
    { used: 99, chatRequest: { ownKeys: KEYS } },
    ['openai', 'small', 'platform'],
  ],
  [
    'no own key if it is forbidden',
    { used: 100, chatRequest: { ownKeys: KEYS, budget: { forbid: ['own-key'] } } },
    ['openai', 'small', 'platform'],
  ],
  [
    'no own key on a plan without this feature',
    { used: 100, chatRequest: { ownKeys: KEYS }, caller: member('u1', 'basic') },
    ['openai', 'small', 'platform'],
  ],
])('choose %s', async (_, requestCase, expected) => {
  expect(await agree(requestCase)).toEqual(expected)
})

it('names the unpaid plan when it prevents the own key from paying', async () => {
  const caller = member('u1', 'creator', 'past_due')
  await expect(agree({ used: 100, chatRequest: { ownKeys: KEYS }, caller })).rejects.toMatchObject({
    code: 'SUBSCRIPTION_REQUIRED',
  })
  expect(await agree({ used: 100, caller })).toEqual(['openai', 'small', 'platform'])
})
