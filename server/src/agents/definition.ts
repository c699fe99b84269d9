import type { Sampling } from '@vee/contract/entities/sampling'
import type { AccessTier, Agent } from '@vee/contract/entities/agent'
import type { ResultKind } from '@vee/contract/entities/agent-result'
import type { Locale } from '@vee/contract/entities/locale'

/** The texts of an agent in one language: `text/<locale>.json` of its folder. */
export interface AgentText {
  readonly label: string
  /** what people call it besides, when they address it */
  readonly nicknames?: readonly string[]
  readonly description: string
  readonly longDescription: string
  readonly inputPlaceholder: string
  readonly tags: readonly string[]
  /** by id; the ids are the same in every language */
  readonly capabilities: Readonly<Record<string, string>>
  readonly examplePrompts: readonly string[]
  /**
   * indexes in `examplePrompts` of those that the built-in responder can answer in this language; none by
   * default
   */
  readonly answeredWithoutModel?: readonly number[]
}

/** An agent's definition in its folder. All fields are explicit: there are no defaults. */
export interface AgentDefinition {
  readonly id: Agent['id']
  readonly category: string
  readonly capabilities: Readonly<Agent['capabilities']>
  /** whether it adapts to the level of the learner */
  readonly teaches: boolean
  /** whether it uses the server's tools: calculator, calendar, web pages, notes, the host's MCP servers */
  readonly usesTools: boolean
  /** whether it searches the web and reads pages, even without the other tools */
  readonly readsTheWeb: boolean
  /** the kinds of results it can make, for clients that display them */
  readonly results: readonly ResultKind[]
  /** conversations with it are stored only in the browser: the server stores neither questions nor replies */
  readonly staysInBrowser?: true
  /** whether visitors see it in the catalogue; who may use it depends on the tier */
  readonly isPublic: boolean
  readonly accessTier: AccessTier
  readonly isBeta: boolean
  readonly isDefault: boolean
  /** the name of a theme role */
  readonly themeColor: string
  /** indexes in `examplePrompts`, in every language, of those about a text that the user still has to add */
  readonly examplesToComplete?: readonly number[]
  readonly defaultVoicePersona?: Agent['defaultVoicePersona']
  /** its voice if the user chose none */
  readonly voiceWish?: Agent['voiceWish']
  /** the preferred model; the caller's choice has priority */
  readonly model?: string
  /** sampling parameters of a custom agent */
  readonly sampling?: Sampling
  /** set for custom agents */
  readonly own?: Agent['own']
}

/** An agent ready for use: the definition with its texts and its system prompt, which ends with the common rules. */
export interface LoadedAgent extends AgentDefinition {
  readonly texts: Readonly<Record<Locale, AgentText>>
  readonly prompt: string
}
