import { describe, expect, it } from 'vitest'
import { agentCapabilities } from '@vee/contract/entities/agent'
import { PLACEHOLDER_IDS } from '@vee/contract/entities/agent-ids'
import { LOCALES } from '@vee/contract/entities/locale'
import { AGENTS_DIRECTORY } from '../project-files.ts'
import { loadAgents } from './index.ts'

const agents = loadAgents(AGENTS_DIRECTORY)
const allTexts = agents.flatMap((agent) =>
  LOCALES.map((locale) => ({ id: agent.id, locale, text: agent.texts[locale], english: agent.texts.en })),
)

describe('the registry', () => {
  it('holds each agent once, one of them the default', () => {
    const ids = agents.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(agents.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual(['v_agent'])
  })

  it('holds no placeholder', () => {
    const ids = new Set<string>(agents.map(({ id }) => id))
    expect(PLACEHOLDER_IDS.filter((id) => ids.has(id))).toEqual([])
  })

  it.each([
    ['v_agent', { category: 'default', accessTier: 'public', isPublic: true, isDefault: true }, 15, true],
    ['nerf_agent', { category: 'general', accessTier: 'member', isPublic: true, isDefault: false }, 8, false],
  ] as const)('describes %s as the specification does', (id, fields, maxChatHistory, canGenerateDiagrams) => {
    const agent = agents.find((agent) => agent.id === id)
    expect(agent).toMatchObject({ ...fields, capabilities: { maxChatHistory, canGenerateDiagrams } })
  })
})

describe.each(agents)('$id', (agent) => {
  it('has a prompt and capabilities', () => {
    expect(agent.prompt.length).toBeGreaterThan(500)
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
    expect(text.description).not.toBe(english.description)
    expect(text.examplePrompts.filter((prompt) => english.examplePrompts.includes(prompt))).toEqual([])
  })
})
