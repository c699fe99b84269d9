import { readFileSync } from 'node:fs'
import { type Locale, LOCALES } from '@vee/contract/entities/locale'
import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import type { LoadedAgent } from './definition.ts'
import texts from './custom-agent.json' with { type: 'json' }

const TEXTS: Readonly<Record<Locale, { readonly placeholder: string; readonly gone: string }>> = texts

/** Maximum number of history messages: as for the agents of the catalogue with longer replies. */
const MAX_CHAT_HISTORY = 20

/** Returns the label of a deleted custom agent. */
export const labelOfGone = (locale: Locale): string => TEXTS[locale].gone

/** Returns a function that creates agents from members' definitions. `directory` as in `loadAgents`. */
export function customAgentMaker(directory: URL): (agent: CustomAgent) => LoadedAgent {
  const frame = ['custom-agent.md', 'house-rules.md']
    .map((file) => readFileSync(new URL(file, directory), 'utf8').trim())
    .join('\n\n')

  return (agent) => ({
    id: agent.id,
    category: 'own',
    capabilities: {
      canGenerateDiagrams: agent.drawsDiagrams,
      usesCompactRenderer: true,
      acceptsVoiceInput: true,
      maxChatHistory: MAX_CHAT_HISTORY,
      showEphemeralChatLog: true,
      handlesOwnInput: false,
      attachments: true,
    },
    teaches: false,
    // Instructions of another author could exfiltrate the caller's notes to a URL.
    usesTools: agent.usesTools && agent.owner.kind === 'me',
    readsTheWeb: agent.usesTools && agent.owner.kind === 'me',
    results: [],
    isPublic: false,
    accessTier: 'member',
    isBeta: false,
    isDefault: false,
    themeColor: agent.colour,
    ...(agent.voice && { defaultVoicePersona: agent.voice }),
    ...(agent.model !== null && { model: agent.model }),
    sampling: agent.sampling,
    own: { owner: agent.owner, right: agent.right },
    texts: textsOf(agent),
    prompt: promptOf(agent, frame),
  })
}

/** Members write in one language, which is used for all. */
function textsOf({ name, purpose, startingPrompts }: CustomAgent): LoadedAgent['texts'] {
  const inLocale = (locale: Locale) => ({
    label: name,
    description: purpose,
    longDescription: purpose,
    inputPlaceholder: TEXTS[locale].placeholder.replace('{name}', () => name),
    tags: [],
    capabilities: {},
    examplePrompts: startingPrompts,
  })
  return Object.fromEntries(LOCALES.map((locale) => [locale, inLocale(locale)] as const)) as Record<
    Locale,
    ReturnType<typeof inLocale>
  >
}

/**
 * Returns the prompt: the member's texts are JSON strings in the frame, one line each, so that they cannot
 * end the quotation.
 */
const promptOf = (agent: CustomAgent, frame: string) =>
  frame.replaceAll(/\{(name|purpose|instructions)\}/g, (_, field: 'name' | 'purpose' | 'instructions') =>
    JSON.stringify(agent[field]),
  )
