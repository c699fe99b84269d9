import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '@vee/contract/entities/message'
import { LOCALES, type Locale } from '@vee/contract/entities/locale'
import { ask } from '../../fixtures/ask.ts'
import { INTERVIEW_TEXTS } from '../../interview/interview-text.ts'

const stageOf = (answer: string | undefined) => /^\*\*(\d\/5 · .+)\*\*/.exec(answer ?? '')?.[1]

/** Returns the replies to a candidate's messages, in order. */
async function talk(messages: readonly string[], language: Locale = 'en'): Promise<readonly string[]> {
  const earlier: ChatMessage[] = []
  for (const content of messages) {
    const answer = await ask(content, { agentId: 'coding_interviewer', language, locale: language, earlier })
    earlier.push({ role: 'user', content }, { role: 'assistant', content: answer })
  }
  return earlier.filter(({ role }) => role === 'assistant').map(({ content }) => content)
}

const shapeOf = ({ stages, problems }: (typeof INTERVIEW_TEXTS)['en']) => ({
  stages: stages.map((stage) => stage.match(/\{\w+\}/g)),
  problems: problems.map((problem) => Object.keys(problem)),
})

describe('an interview without a model', () => {
  it.each(LOCALES)('follows its stages in %s, and continues with the next problem', async (locale) => {
    const { start, problems } = INTERVIEW_TEXTS[locale]
    const begin = start[0] ?? ''
    const answers = await talk([begin, 'a', 'b', 'def f(): pass', '1, 2, 3', begin], locale)
    const [first, second] = problems.map(({ title }) => title)
    expect(answers.map(stageOf)).toEqual([
      ...[1, 2, 3, 4, 5].map((stage) => `${stage}/5 · ${first}`),
      `1/5 · ${second}`,
    ])
    expect(answers.join()).not.toMatch(/\{\w+\}/)
  })

  it('states that it cannot judge', async () => {
    const [brief] = await talk(['Start an interview'])
    expect(brief).toContain('No language model')
    expect(brief).toContain('cannot judge')
  })

  it('gives a hint and stays at the same stage', async () => {
    const answers = await talk(['Start', 'Can it be empty?', 'Give me a hint, please', 'I use a set'])
    expect(answers.map((answer) => stageOf(answer)?.slice(0, 3))).toEqual(['1/5', '2/5', '2/5', '3/5'])
    expect(answers[2]).toContain('would count')
  })

  it('starts the review when the user ends it, but not because of a word in code', async () => {
    expect(stageOf((await talk(['Start', 'I give up'])).at(-1))).toMatch(/^5/)
    const code = `for x in numbers:\n  if x in seen:\n    stop = True  # help\n${'  print(x)\n'.repeat(10)}`
    expect(stageOf((await talk(['Start', code])).at(-1))).toMatch(/^2/)
  })

  it('does nothing before the interview is requested', async () => {
    expect(await talk(['Flip a coin'])).toEqual(['Heads.'])
  })

  it('continues at the same place in another language', async () => {
    const [brief = ''] = await talk(['Start'])
    const earlier = [{ role: 'assistant' as const, content: brief }]
    const answer = await ask('Darf die Liste leer sein?', {
      agentId: 'coding_interviewer',
      language: 'de-DE',
      earlier,
    })
    expect(stageOf(answer)).toBe('2/5 · Erstes Duplikat')
  })
})

it('has the same problems and stages in every language', () => {
  for (const locale of LOCALES) expect(shapeOf(INTERVIEW_TEXTS[locale])).toEqual(shapeOf(INTERVIEW_TEXTS.en))
})
