import type { AccessTier, Agent } from '@vee/contract/entities/agent'
import type { ResultKind } from '@vee/contract/entities/agent-result'
import type { Locale } from '@vee/contract/entities/locale'

/** What people read of an agent, in one language. */
interface AgentText {
  readonly label: string
  readonly description: string
  readonly longDescription: string
  readonly inputPlaceholder: string
  readonly tags: readonly string[]
  /** by id, which is the same in every language */
  readonly capabilities: Readonly<Record<string, string>>
  readonly examplePrompts: readonly string[]
  /** places in `examplePrompts` of those that the built-in responder answers in this language; none by default */
  readonly answeredWithoutModel?: readonly number[]
}

/** An agent as its folder describes it. Everything is said here: there are no defaults to look up. */
export interface AgentDefinition {
  readonly id: Agent['id']
  readonly category: string
  readonly capabilities: Readonly<Agent['capabilities']>
  /** whether it goes by the level of whoever is learning */
  readonly teaches: boolean
  /** whether it uses the server's tools: calculator, calendar, pages of the web, notes, the host's MCP servers */
  readonly usesTools: boolean
  /** what it makes beside its words, for whoever shows it */
  readonly results: readonly ResultKind[]
  /** what is said with it is kept in the browser alone: the server stores neither questions nor replies */
  readonly staysInBrowser?: true
  /** whether visitors find it in the catalogue; who may talk to it is the tier's business */
  readonly isPublic: boolean
  readonly accessTier: AccessTier
  readonly isBeta: boolean
  readonly isDefault: boolean
  /** the name of a theme role */
  readonly themeColor: string
  /** places in `examplePrompts`, in every language, of those about a text that the person has yet to add */
  readonly examplesToComplete?: readonly number[]
  readonly defaultVoicePersona?: Agent['defaultVoicePersona']
  /** how it sounds where the person chose no voice */
  readonly voiceWish?: Agent['voiceWish']
  /** the model that it is best with; a wish, after the caller's */
  readonly model?: string
  /** of an agent that a member made */
  readonly own?: Agent['own']
  readonly texts: Readonly<Record<Locale, AgentText>>
}

/** An agent that can be asked: the definition with its system prompt, which ends with the rules of the house. */
export interface LoadedAgent extends AgentDefinition {
  readonly prompt: string
}
