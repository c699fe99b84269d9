import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '@vee/contract/entities/message'
import { chooseHistory, explainHistory } from './choose-history.ts'
import { sizeByLength } from './message-sizes.ts'
import type { HistoryPlan } from './plan-history.ts'

const PLAN: HistoryPlan = {
  budgetTokens: 1_000,
  charsPerToken: 4,
  maxMessages: 9,
  recentMessages: 6,
  relevantMessages: 3,
  relevancyThreshold: 0.35,
  dropsSystemMessages: true,
  dropsRepeatedAnswers: false,
}

const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })
const calling = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, name: 'look_up', arguments: '{}' })),
})
const result = (id: string): ChatMessage => ({ role: 'tool', content: 'sunny', tool_call_id: id })

const contentsOf = (messages: readonly ChatMessage[], plan: Partial<HistoryPlan> = {}) =>
  chooseHistory(messages, { ...PLAN, ...plan }).messages.map(({ content }) => content)

const smallTalk = Array.from({ length: 10 }, (_, index) => [
  user(`hm ${index}`),
  assistant(`well ${index}`),
]).flat()

describe('the newest messages', () => {
  it('are in their original order, with the number of omitted ones', () => {
    const { messages, omitted } = chooseHistory([...smallTalk, user('And now?')], PLAN)
    expect(messages.map(({ content }) => content)).toEqual(['hm 8', 'well 8', 'hm 9', 'well 9', 'And now?'])
    expect(omitted).toBe(16)
  })

  it('never start with an answer whose question was omitted', () => {
    expect(contentsOf([...smallTalk, user('last')], { recentMessages: 4 })).toEqual([
      'hm 9',
      'well 9',
      'last',
    ])
  })

  it('end where the budget ends, without a gap', () => {
    const long = 'x'.repeat(4_000)
    expect(contentsOf([user('a'), assistant(long), user('b'), assistant('c'), user('d')])).toEqual([
      'b',
      'c',
      'd',
    ])
  })

  it('contain the last question even if it alone exceeds the budget', () => {
    const long = 'x'.repeat(9_000)
    expect(contentsOf([user('a'), assistant('b'), user(long)])).toEqual([long])
  })

  it('are without empty messages', () => {
    expect(contentsOf([user('a'), assistant('  '), user('b')])).toEqual(['a', 'b'])
  })
})

describe('older messages', () => {
  const recipe = [user('How do I make pancakes?'), assistant('For pancakes mix flour, milk and eggs.')]

  it('are included if they are relevant to the question', () => {
    expect(contentsOf([...recipe, ...smallTalk, user('How many eggs do pancakes need?')])).toEqual([
      'How do I make pancakes?',
      'For pancakes mix flour, milk and eggs.',
      'hm 8',
      'well 8',
      'hm 9',
      'well 9',
      'How many eggs do pancakes need?',
    ])
  })

  it('are omitted below the threshold', () => {
    expect(
      contentsOf([...recipe, ...smallTalk, user('How many eggs do pancakes need?')], {
        relevancyThreshold: 1,
      }),
    ).toHaveLength(5)
  })

  it('are the newer ones when equally relevant', () => {
    const same = Array.from({ length: 5 }, (_, index) => user(`pancakes ${'!'.repeat(index)}`))
    expect(
      contentsOf([...same, ...smallTalk, user('pancakes')], { relevantMessages: 2 }).slice(0, 2),
    ).toEqual(['pancakes !!!', 'pancakes !!!!'])
  })
})

describe('tool calls', () => {
  it('are sent together with their results', () => {
    const called = [user('weather?'), calling('1', '2'), result('1'), result('2'), assistant('sunny')]
    const roles = (recentMessages: number) =>
      chooseHistory([...called, user('thanks')], { ...PLAN, recentMessages }).messages.map(({ role }) => role)
    expect(roles(6)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user'])
    expect(roles(4)).toEqual(['user'])
  })

  it('without a response are omitted, and so are results without a call', () => {
    const messages = [user('a'), { ...calling('1'), content: 'I look.' }, user('b'), result('7'), user('c')]
    expect(chooseHistory(messages, PLAN).messages).toEqual([
      user('a'),
      assistant('I look.'),
      user('b'),
      user('c'),
    ])
  })

  it('at the end are sent, with their question', () => {
    const messages = [user('a'), assistant('b'), user('weather?'), calling('1'), result('1')]
    expect(chooseHistory(messages, { ...PLAN, maxMessages: 1 }).messages).toEqual(messages.slice(2))
  })
})

describe('system messages', () => {
  const messages = [{ role: 'system' as const, content: 'Obey me.' }, user('a')]

  it('are dropped', () => {
    expect(contentsOf(messages)).toEqual(['a'])
  })

  it("are the user's words if the filter is off", () => {
    expect(chooseHistory(messages, { ...PLAN, dropsSystemMessages: false }).messages).toEqual([
      user('Obey me.'),
      user('a'),
    ])
  })
})

it('drops identical answers except the newest', () => {
  const messages = [user('a'), assistant('Yes.'), user('b'), assistant('Yes.'), user('b')]
  expect(contentsOf(messages)).toHaveLength(5)
  const { messages: sent, omitted } = chooseHistory(messages, { ...PLAN, dropsRepeatedAnswers: true })
  expect(sent.map(({ content }) => content)).toEqual(['a', 'b', 'Yes.', 'b'])
  expect(omitted).toBe(1)
})

describe('for any conversation and plan', () => {
  const message = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
    content: fc.oneof(fc.lorem({ maxCount: 30 }), fc.string({ unit: 'grapheme' }), fc.constant('Yes.')),
  })
  const calls = fc
    .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 2 })
    .map((ids) => [calling(...ids), ...ids.map(result)])
  const conversation = fc
    .tuple(
      fc.array(
        fc.oneof(
          message.map((entry) => [entry]),
          calls,
        ),
        { maxLength: 40 },
      ),
      fc.lorem(),
    )
    .map(([before, last]) => [...before.flat(), user(last)])
  const plan = fc.record<HistoryPlan>({
    budgetTokens: fc.integer({ min: 1, max: 400 }),
    charsPerToken: fc.double({ min: 0.5, max: 20, noNaN: true }),
    maxMessages: fc.integer({ min: 1, max: 30 }),
    recentMessages: fc.integer({ min: 1, max: 30 }),
    relevantMessages: fc.integer({ min: 0, max: 10 }),
    relevancyThreshold: fc.double({ min: 0, max: 1, noNaN: true }),
    dropsSystemMessages: fc.boolean(),
    dropsRepeatedAnswers: fc.boolean(),
  })
  const whatever = (check: (messages: ChatMessage[], plan: HistoryPlan) => void) =>
    fc.assert(fc.property(conversation, plan, check))

  it('respect the budget and the count, unless the last question alone exceeds them', () => {
    whatever((messages, plan) => {
      const sent = chooseHistory(messages, plan).messages
      const cost = sent.map(sizeByLength(plan.charsPerToken)).reduce((sum, size) => sum + size, 0)
      expect(sent.length <= plan.maxMessages).toBe(true)
      expect(cost <= plan.budgetTokens || sent.length === 1).toBe(true)
    })
  })

  it('preserve their order, with the last question at the end', () => {
    whatever((messages, plan) => {
      const sent = chooseHistory(messages, { ...plan, dropsSystemMessages: true }).messages
      expect(sent.at(-1)).toBe(messages.at(-1))
      const positions = sent.map((entry) => messages.indexOf(entry))
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    })
  })

  it('every result follows its call, and every call has its results', () => {
    whatever((messages, plan) => {
      const sent = chooseHistory(messages, plan).messages
      const called = sent.flatMap(({ tool_calls: made = [] }) => made.map(({ id }) => id))
      const answered = sent.flatMap(({ tool_call_id: id }) => id ?? [])
      expect(answered).toEqual(called)
    })
  })

  it('the choice is deterministic and complete', () => {
    whatever((messages, plan) => {
      const chosen = chooseHistory(messages, plan)
      expect(chooseHistory(structuredClone(messages), plan)).toEqual(chosen)
      expect(chosen.omitted).toBeGreaterThanOrEqual(0)
      expect(chosen.messages.length + chosen.omitted).toBeLessThanOrEqual(messages.length)
    })
  })
})

const reasonsOf = (messages: readonly ChatMessage[], plan: Partial<HistoryPlan> = {}) =>
  explainHistory(messages, { ...PLAN, ...plan }).map(({ reason }) => reason)

describe('the explanation', () => {
  it('names why each message is sent or left out', () => {
    const conversation = [
      { role: 'system', content: 'Be brief' } as const,
      user('My boat is called Albatross'),
      assistant('A fine boat'),
      user(' '),
      user('hm'),
      assistant('well'),
      user('ok'),
      assistant('fine'),
      user('What is my boat called?'),
    ]
    expect(reasonsOf(conversation, { recentMessages: 3, relevantMessages: 2 })).toEqual([
      'system-message',
      'relevant',
      'less-relevant',
      'empty',
      'less-relevant',
      'less-relevant',
      'recent',
      'recent',
      'question',
    ])
    expect(reasonsOf(conversation, { recentMessages: 3, relevantMessages: 0 })).toContain('older')
  })

  it('does not report a used-up budget while tokens are left', () => {
    const conversation = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? user(`boat ${index}`) : assistant(`boat ${index}`),
    )
    const reasons = reasonsOf([...conversation, user('boat')], {
      recentMessages: 6,
      relevantMessages: 3,
      relevancyThreshold: 0.1,
    })
    expect(reasons).toContain('over-count')
    expect(reasons).not.toContain('no-room')
  })

  it('reports repeated answers and a used-up budget', () => {
    const long = `boat ${'x'.repeat(4_000)}`
    expect(
      reasonsOf([user('boat'), assistant(long), user('b'), assistant('c'), user('boat')], {
        recentMessages: 1,
        relevancyThreshold: 0.1,
      }),
    ).toEqual(['relevant', 'no-room', 'less-relevant', 'less-relevant', 'question'])
    expect(
      reasonsOf([user('a'), assistant('same'), user('b'), assistant('same'), user('c')], {
        dropsRepeatedAnswers: true,
      })[1],
    ).toBe('repeated')
  })

  it('sends exactly the chosen messages', () => {
    const roles = fc.constantFrom('user', 'assistant', 'system')
    const message = fc.record({ role: roles, content: fc.constantFrom('', 'boat', 'a boat at sea', 'sea') })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.boolean(), (messages, isFlag) => {
        const conversation: ChatMessage[] = [...messages, user('the sea')]
        const plan = {
          ...PLAN,
          recentMessages: 3,
          dropsSystemMessages: isFlag,
          dropsRepeatedAnswers: !isFlag,
        }
        const sent = explainHistory(conversation, plan)
        expect(conversation.filter((_, index) => sent[index]?.isSent).map(({ content }) => content)).toEqual(
          chooseHistory(conversation, plan).messages.map(({ content }) => content),
        )
      }),
    )
  })
})
