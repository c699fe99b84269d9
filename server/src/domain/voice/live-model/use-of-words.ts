import { type AddressableAgent, addressedAgents } from '@vee/contract/spoken/addressed-agents'
import { commandOf } from '@vee/contract/spoken/commands'
import { isBackchannel } from '@vee/contract/spoken/backchannels'
import { consentAnswerOf } from '@vee/contract/spoken/consent-answers'
import { fold } from '@vee/contract/spoken/fold'
import { matchWakeWord } from '@vee/contract/spoken/wake-words'

interface Addressee {
  readonly id: string
  readonly label: string
}

export interface WordContext {
  /** BCP 47, those that are spoken */
  readonly languages: readonly string[]
  readonly wakeWords: readonly string[]
  readonly addressees: readonly Addressee[]
  /** the agents that a name addresses, by all their names */
  readonly addressable: readonly AddressableAgent[]
  /** ids of those that took part, the last one first */
  readonly participants: readonly string[]
  readonly currentAgentId: string
  /** false: the client recognizes no commands */
  readonly hasCommands: boolean
  /** the words of the reply that is being played; undefined if none is */
  readonly sounding: string | undefined
  /** the user was asked whether a tool may be used */
  readonly awaitsConsent: boolean
}

export type UseOfWords =
  | AddressedQuestion
  | { readonly use: 'ignored' }
  /** `isStop`: the reply that is being played ends too */
  | { readonly use: 'command'; readonly isStop: boolean }

/** A question to the agent that is there, or to another one. */
export type AddressedQuestion =
  | { readonly use: 'question'; readonly nextAgents?: readonly string[] }
  | {
      readonly use: 'hand-over'
      readonly agentId: string
      /** ids of those that answer after it, in turn; absent: none */
      readonly nextAgents?: readonly string[]
    }

/** Fewer words of a reply may be repeated as an answer to it. */
const ECHO_WORDS = 3

/** Decides what the final words of the user are: a question, a command to the client, or none of both. */
export function wordUseOf(text: string, context: WordContext): UseOfWords {
  const { languages, wakeWords, addressees: agents, hasCommands, sounding, awaitsConsent } = context
  if (!/[\p{L}\p{N}]/u.test(text)) return { use: 'ignored' }
  if (awaitsConsent && hasCommands) {
    // The client gives the answer to the server.
    if (languages.some((language) => consentAnswerOf(text, language, wakeWords)))
      return { use: 'command', isStop: false }
    if (isBareCall(text, agents, wakeWords)) return { use: 'ignored' }
  }
  for (const language of hasCommands ? languages : []) {
    const command = commandOf(text, { language, agents, wakeWords })
    if (command) return { use: 'command', isStop: command.kind === 'stop' }
  }
  if (sounding !== undefined && isOverheard(text, sounding, languages)) return { use: 'ignored' }
  return addresseesOf(text, context)
}

/** Returns whether the words are only a name: the reply that asks continues. */
function isBareCall(text: string, addressees: readonly Addressee[], wakeWords: readonly string[]): boolean {
  const names = [...wakeWords, ...addressees.map(({ label }) => label)]
  return matchWakeWord(text, names)?.rest === ''
}

/** Returns whether words during a reply take no turn: a sound of listening, or an echo of the reply. */
function isOverheard(text: string, sounding: string, languages: readonly string[]): boolean {
  if (languages.some((language) => isBackchannel(text, language))) return true
  const words = fold(text)
  return words.split(' ').length >= ECHO_WORDS && ` ${fold(sounding)} `.includes(` ${words} `)
}

/** Returns who answers a text, by the rules of every reply: a round is spoken in turn, because a live model has one voice at a time. */
export function addresseesOf(
  text: string,
  {
    addressable: agents,
    participants,
    languages,
    currentAgentId,
  }: Pick<WordContext, 'addressable' | 'participants' | 'languages' | 'currentAgentId'>,
): AddressedQuestion {
  const [first = currentAgentId, ...nextAgents] = addressedAgents(text, { agents, participants, languages })
  const round = nextAgents.length > 0 ? { nextAgents } : {}
  return first === currentAgentId
    ? { use: 'question', ...round }
    : { use: 'hand-over', agentId: first, ...round }
}
