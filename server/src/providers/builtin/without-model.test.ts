import { LOCALES } from '@vee/contract/entities/locale'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask } from './fixtures/ask.ts'
import { loadAgents } from '#agents/index.ts'

const agents = loadAgents(new URL('../../agents/', import.meta.url))

/** Returns the built-in responder's texts in a language that state that it cannot answer. */
const fixedTexts = (locale: string) => readFileSync(new URL(`./text/${locale}.json`, import.meta.url), 'utf8')

const offered = agents.flatMap(({ id, texts }) =>
  LOCALES.flatMap((locale) =>
    (texts[locale].answeredWithoutModel ?? []).map((index) => ({
      id,
      locale,
      prompt: texts[locale].examplePrompts[index] ?? '',
    })),
  ),
)

describe('examples that are offered without a model', () => {
  it('exist in each language for Nerf, who answers sums and units', () => {
    expect(new Set(offered.map(({ id, locale }) => `${id} ${locale}`))).toEqual(
      new Set(LOCALES.map((locale) => `nerf_agent ${locale}`)),
    )
  })

  it.each(offered)('get a reply: $id in $locale, $prompt', async ({ id, locale, prompt }) => {
    const answer = await ask(prompt, { agentId: id, locale, language: locale })
    expect(answer.trim()).not.toBe('')
    expect(fixedTexts(locale)).not.toContain(JSON.stringify(answer).slice(1, -1))
  })
})

/** General examples that the welcome of an agent shows for lack of its own in a language. */
const general = agents.flatMap(({ id, texts }) =>
  LOCALES.filter((locale) => (texts[locale].answeredWithoutModel ?? []).length === 0).flatMap((locale) =>
    Object.values(welcomeOf(locale)).map((prompt) => ({ id, locale, prompt })),
  ),
)

function welcomeOf(locale: string): Readonly<Record<string, string>> {
  const file = new URL(`../../../../web/src/i18n/locales/${locale}/chat.json`, import.meta.url)
  const { welcome } = JSON.parse(readFileSync(file, 'utf8')) as {
    welcome: { withoutModel: Readonly<Record<string, string>> }
  }
  return welcome.withoutModel
}

it('each of the nine agents offers something without a model in each language, and all of it is tested here', () => {
  expect(agents).toHaveLength(9)
  const tried = new Set([...offered, ...general].map(({ id, locale }) => `${id} ${locale}`))
  expect(tried.size).toBe(agents.length * LOCALES.length)
})

it.each(general)(
  'answers what an agent without examples of its own offers: $id in $locale, $prompt',
  async ({ id, locale, prompt }) => {
    const answer = await ask(prompt, { agentId: id, locale, language: locale })
    expect(answer.trim()).not.toBe('')
    expect(
      await ask('Who won the football match yesterday?', { agentId: id, locale, language: locale }),
    ).not.toBe(answer)
    expect(fixedTexts(locale)).not.toContain(JSON.stringify(answer).slice(1, -1))
  },
)

it('examples to complete refer to positions of real examples', () => {
  for (const { examplesToComplete = [], texts } of agents)
    for (const index of examplesToComplete) expect(texts.en.examplePrompts[index]).toBeDefined()
})
