import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { AGENT_IDS, type AgentId } from '@vee/contract/entities/agent-ids'
import { agentResult, type ResultKind } from '@vee/contract/entities/agent-result'
import { type Locale, LOCALES } from '@vee/contract/entities/locale'
import { aRequest, describeLlmContract } from '../../../../fakes/llm-provider-suite.ts'
import type { LlmEvent } from '../llm/llm.ts'
import { createBuiltinResponder } from './builtin-responder.ts'
import { ask } from './fixtures/ask.ts'
import { textOf } from './locale-text.ts'
import { mathematics } from './mathematics.ts'

/** Loading mathjs takes seconds on a busy machine and is not under test. */
beforeAll(mathematics, 30_000)

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

describe('the built-in responder', () => {
  describeLlmContract({ model: 'vee-builtin', create: () => createBuiltinResponder() })

  it('streams in small chunks and estimates the usage', async () => {
    const events: LlmEvent[] = []
    const messages = [{ role: 'user' as const, content: 'What can you do?' }]
    const request = {
      model: 'vee-builtin',
      system: 'You are V.',
      messages,
      agentId: 'nerf_agent' as const,
      language: 'en',
      locale: 'en' as const,
      maxOutputTokens: undefined,
      tools: [],
    }
    await createBuiltinResponder().stream(request, new AbortController().signal, (event) =>
      events.push(event),
    )
    const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []))
    expect(pieces.join('')).toContain(textOf('en').answers.abilities)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(42)
    expect(events.at(-1)).toMatchObject({ type: 'finish', usage: { promptTokens: 7, isEstimated: true } })
  })

  it.each(AGENT_IDS)('replies for %s', async (agentId) => {
    const messages = [{ role: 'user' as const, content: '2 + 2' }]
    const request = {
      model: 'vee-builtin',
      system: '',
      messages,
      agentId,
      language: 'en',
      locale: 'en' as const,
      maxOutputTokens: undefined,
      tools: [],
    }
    const events: LlmEvent[] = []
    await createBuiltinResponder().stream(request, new AbortController().signal, (event) =>
      events.push(event),
    )
    expect(events[0]).toEqual({ type: 'text', text: '4' })
  })

  it('handles the same placeholders in every language', () => {
    const english = textOf('en').answers
    for (const locale of LOCALES) {
      for (const [key, answer] of Object.entries(textOf(locale).answers)) {
        expect(placeholders(answer), `${locale} ${key}`).toEqual(
          placeholders(english[key as keyof typeof english]),
        )
      }
    }
  })
})

describe('hostile messages', () => {
  const LONG = 200_000
  it.each([
    ['nested powers', '9^9^9^9'],
    ['many parentheses', '('.repeat(LONG)],
    ['many digits', '9'.repeat(LONG)],
    ['a long sum', '1+'.repeat(LONG / 2)],
    ['factorials of factorials', '9!!!!!!!!!!!!'],
    ['a long text to sum up', `Summarise: ${'word and word. '.repeat(LONG / 15)}`],
    ['one long word to sum up', `Summarise: ${'a'.repeat(LONG)}`],
    ['a long list to sort', `Sort: ${'b,a,'.repeat(LONG / 4)}`],
    ['a long text to count', `Count the words: ${'あ'.repeat(LONG)}`],
    ['endless mail addresses', `Extract the emails: ${'a@'.repeat(LONG / 2)}`],
    ['endless dates', `Find the dates: ${'1.1.'.repeat(LONG / 4)}`],
    ['endless numbers', `Find the numbers: ${'1,'.repeat(LONG / 2)}`],
    ['spaces', `what is ${' '.repeat(LONG)}2 + 2`],
    ['line breaks', '\n'.repeat(LONG)],
    ['quotation marks', '"'.repeat(LONG)],
    ['many combining marks', `a${'\u0301'.repeat(LONG)}`],
    ['the unspeakable', '\u0000\ud800\udfff\u202e{result}'],
  ])('%s', async (_, message) => {
    const answer = await ask(message, { language: 'en' })
    expect(answer).not.toBe('')
    expect(answer.length).toBeLessThanOrEqual(20_000)
  })

  // The first messages compile the phrases of nine languages.
  it('always get a reply', { timeout: 30_000 }, async () => {
    const words = fc.constantFrom(
      ...LOCALES.flatMap((locale) => Object.values(textOf(locale).triggers).flat()),
    )
    const fragment = fc.oneof(
      words,
      fc.string({ unit: 'binary' }),
      fc.constantFrom('1', '(', '^', '%', 'of', ':', '\n', '"', '9e99', ' '),
    )
    const message = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(' '))
    await fc.assert(
      fc.asyncProperty(
        message,
        fc.option(fc.constantFrom(...LOCALES, 'tlh', '', 'not a tag')),
        async (text, language) => {
          expect(await ask(text, language === null ? {} : { language })).not.toBe('')
        },
      ),
      { numRuns: 100 },
    )
  })
})

const shownTo = async (agentId: AgentId, content: string, kind: ResultKind, language?: Locale) => {
  const name = `show_${kind}`
  const request = aRequest('vee-builtin', {
    agentId,
    messages: [{ role: 'user', content }],
    ...(language && { language }),
    tools: [{ name, description: '', parameters: {} }],
  })
  let json = ''
  await createBuiltinResponder().stream(request, new AbortController().signal, (event) => {
    if (event.type === 'tool-call-delta' && event.name === name) json += event.argumentsDelta ?? ''
  })
  return agentResult.parse(JSON.parse(json))
}

describe('results on the screen', () => {
  it.each([
    [
      'meeting_summarizer',
      'meeting_summary',
      'Summarise: The launch moves to January. Bob must check the budget by 2026-12-04. The hall is booked.',
      { actionItems: [{ text: expect.stringContaining('budget'), dueDate: '2026-12-04', assignee: 'Bob' }] },
    ],
    [
      'meeting_summarizer',
      'meeting_summary',
      'Ann: I will call the port.\nWe must paint the boat.\nAnn Lee has to pay.\nThe team will sing and everybody has to listen.',
      {
        actionItems: [
          { assignee: 'Ann' },
          { text: 'We must paint the boat.', assignee: null },
          { assignee: 'Ann Lee' },
          { assignee: null },
        ],
      },
    ],
    [
      'meeting_summarizer',
      'meeting_summary',
      'Zusammenfassung: Die Halle ist gebucht. Anna muss das Angebot schreiben. Morgen muss das Boot ins Wasser. Wir sollen alle kommen.',
      { actionItems: [{ assignee: 'Anna' }, { assignee: null }, { assignee: null }] },
    ],
    [
      'meeting_summarizer',
      'meeting_summary',
      '要約してください：予算を確認しました。田中さんが金曜日までに見積もりを送ることになりました。会場は予約済みです。',
      { actionItems: [{ assignee: '田中' }] },
    ],
  ] as const)('%s produces a valid %s', async (agentId, kind, words, result) => {
    expect(await shownTo(agentId, words, kind)).toMatchObject({ kind, ...result })
  })

  it.each([
    ['en', 'The hall is booked. Bob checks the budget. Ann asks who pays. The boat brings luck.', 'Bob'],
    [
      'de-DE',
      'Die Halle ist gebucht. Anna prüft das Angebot. Es schreibt niemand gern. Wir sind froh.',
      'Anna',
    ],
    [
      'fr-FR',
      'La salle est réservée. Luc vérifie le budget. Il demande le prix. Nous sommes contents.',
      'Luc',
    ],
  ] as const)(
    'in %s, assigns a task to each person named with an action',
    async (locale, notes, assignee) => {
      const result = await shownTo('meeting_summarizer', notes, 'meeting_summary', locale)
      expect(result).toMatchObject({ actionItems: [{ assignee }] })
    },
  )
})
