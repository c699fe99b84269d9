import { describe, expect, it } from 'vitest'
import { LOCALES } from '@vee/contract/entities/locale'
import { ask } from '../../fixtures/ask.ts'
import { PATTERN_IDS, PATTERN_TEXTS } from '../../patterns/pattern-text.ts'

const audit = (message: string, language = 'en') => ask(message, { agentId: 'lc_audit_aide', language })

describe('pattern hints', () => {
  it.each(LOCALES)('are found for every pattern by its keywords in %s', async (locale) => {
    const { keywords, hints, answer } = PATTERN_TEXTS[locale]
    const [intro = ''] = answer.split('{hints}')
    for (const id of PATTERN_IDS) {
      const said = await audit(keywords[id].join(', '), locale)
      expect(said, id).toContain(intro.trim())
      expect(said, id).toContain(hints[id])
    }
  })

  it('match problems in English in every language of the conversation', async () => {
    const said = await audit('Analysiere: longest substring without repeating characters', 'de-DE')
    expect(said).toContain(PATTERN_TEXTS['de-DE'].hints['sliding-window'])
  })

  it('begin with the pattern with the most keywords, and are at most three', async () => {
    const said = await audit(
      'Find all combinations and permutations of a sorted grid of intervals with a stack of brackets',
    )
    const shown = said.match(/^- .*$/gm)
    expect(shown).toHaveLength(3)
    expect(shown?.[0]).toContain(PATTERN_TEXTS.en.hints.backtracking)
  })

  it('are omitted if no keyword matches', async () => {
    expect(await audit('Flip a coin')).toBe('Heads.')
  })

  it('are different for every pattern in every language', () => {
    const all = LOCALES.flatMap((locale) => Object.values(PATTERN_TEXTS[locale].hints))
    expect(new Set(all).size).toBe(LOCALES.length * PATTERN_IDS.length)
  })
})
