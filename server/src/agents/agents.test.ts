import { describe, expect, it } from 'vitest'
import { agentCapabilities } from '@vee/contract/entities/agent'
import { PLACEHOLDER_IDS } from '@vee/contract/entities/agent-ids'
import { LOCALES } from '@vee/contract/entities/locale'
import { voiceWish } from '@vee/contract/entities/voice'
import { AGENTS_DIRECTORY } from '#lib/project-files.ts'
import { loadAgents } from './index.ts'

const agents = loadAgents(AGENTS_DIRECTORY)
const allTexts = agents.flatMap((agent) =>
  LOCALES.map((locale) => ({ id: agent.id, locale, text: agent.texts[locale], english: agent.texts.en })),
)

describe('the registry', () => {
  it('contain each agent once, and one default agent', () => {
    const ids = agents.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(agents.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['v_agent'])
  })

  it('contain no placeholder', () => {
    const ids = new Set<string>(agents.map(({ id }) => id))
    expect(PLACEHOLDER_IDS.filter((id) => ids.has(id))).toEqual([])
  })

  it.each([
    ['v_agent', 'default', 'public', 15, ['diagrams', 'default']],
    ['nerf_agent', 'general', 'member', 8, []],
    ['coding_assistant', 'Coding', 'public', 25, []],
    ['system_designer', 'Coding', 'public', 30, ['diagrams']],
    ['meeting_summarizer', 'Productivity', 'public', 10, ['no log', 'own input']],
    ['diary_agent', 'Productivity', 'public', 10, ['roomy', 'own input']],
    ['coding_interviewer', 'Learning', 'public', 20, []],
    ['tutor_agent', 'Learning', 'public', 15, ['teaches']],
    ['lc_audit_aide', 'Auditing', 'premium', 10, ['hidden', 'beta', 'no voice', 'no log']],
  ])('describe %s as specified', (id, category, accessTier, maxChatHistory, flags) => {
    expect(agents.find((agent) => agent.id === id)).toMatchObject({
      category,
      accessTier,
      capabilities: {
        maxChatHistory,
        canGenerateDiagrams: flags.includes('diagrams'),
        acceptsVoiceInput: !flags.includes('no voice'),
        showEphemeralChatLog: !flags.includes('no log'),
        usesCompactRenderer: !flags.includes('roomy'),
        handlesOwnInput: flags.includes('own input'),
        attachments: id !== 'diary_agent',
      },
      teaches: flags.includes('teaches'),
      isPublic: !flags.includes('hidden'),
      isBeta: flags.includes('beta'),
      isDefault: flags.includes('default'),
    })
  })
})

it('define a distinct voice for each agent', () => {
  const wishes = agents.map(({ voiceWish: wish }) => JSON.stringify(voiceWish.parse(wish)))
  expect(new Set(wishes).size).toBe(agents.length)
})

describe.each(agents)('$id', (agent) => {
  it('have a separate prompt each, which ends with the common rules', () => {
    const others = agents.filter(({ id }) => id !== agent.id).map(({ prompt }) => prompt.slice(0, 500))
    expect(agent.prompt.length).toBeGreaterThan(2_000)
    expect(others).not.toContain(agent.prompt.slice(0, 500))
    expect(agent.prompt).toContain('# What was heard')
  })

  it('has capabilities', () => {
    expect(agentCapabilities.parse(agent.capabilities)).toEqual(agent.capabilities)
  })
})

describe.each(allTexts)('$id in $locale', ({ text, english }) => {
  it('has all its texts', () => {
    const { label, description, longDescription, inputPlaceholder } = text
    expect(
      [label, description, longDescription, inputPlaceholder].map((words) => words.trim()),
    ).not.toContain('')
  })

  it('has 10 to 80 different example prompts, as many as in English', () => {
    expect(text.examplePrompts.length).toBeGreaterThanOrEqual(10)
    expect(text.examplePrompts.length).toBeLessThanOrEqual(80)
    expect(new Set(text.examplePrompts).size).toBe(text.examplePrompts.length)
    expect(text.examplePrompts).toHaveLength(english.examplePrompts.length)
  })

  it('names the same capabilities as in English', () => {
    expect(Object.keys(text.capabilities)).toEqual(Object.keys(english.capabilities))
    expect(text.tags).toHaveLength(english.tags.length)
  })
})

describe.each(allTexts.filter(({ locale }) => locale !== 'en'))('$id in $locale', ({ text, english }) => {
  it('is translated', () => {
    const { description, longDescription, inputPlaceholder, capabilities } = text
    const inEnglish = new Set([
      english.description,
      english.longDescription,
      english.inputPlaceholder,
      ...Object.values(english.capabilities),
    ])
    const words = [description, longDescription, inputPlaceholder, ...Object.values(capabilities)]
    expect(words.filter((text) => inEnglish.has(text))).toEqual([])
    expect(text.examplePrompts.filter((prompt) => english.examplePrompts.includes(prompt))).toEqual([])
  })
})
