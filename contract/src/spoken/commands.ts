import { normalizeCommand } from './normalize-command.ts'
import { PHRASES, type PlainKind } from './command-phrases.ts'
import { isForLater } from './background-phrases.ts'
import { baseOf, fold } from './fold.ts'
import { isStop } from './backchannels.ts'
import { lookIn, type SpokenLook } from './look.ts'
import { modelChoiceIn, type SpokenModelChoice } from './model-choice.ts'
import { narrowingIn, type SpokenNarrowing } from './narrowing.ts'
import { goBackTopicIn, projectNameIn, shareDaysIn } from './path-phrases.ts'
import { afterWakeWord, namesOf } from './wake-words.ts'

type StoredKind = 'play-found' | 'about-me' | 'forget-that'
type OrganizingKind = 'pin' | 'what-title'

/** A command to the page. */
export type SpokenCommand =
  | { readonly kind: 'stop' | Exclude<PlainKind, StoredKind | OrganizingKind> }
  /** about what the person has stored: found passages and notes */
  | { readonly kind: StoredKind }
  /** about the conversation as a whole */
  | { readonly kind: OrganizingKind }
  | { readonly kind: 'switch-agent'; readonly agentId: string }
  /** to where this was spoken of */
  | { readonly kind: 'go-back'; readonly topic: string }
  /** asks for a reply in the background; the text is the question */
  | { readonly kind: 'in-background'; readonly text: string }
  /** puts the conversation into the project with this name */
  | { readonly kind: 'put-in-project'; readonly name: string }
  /** opens the links of the conversation, with a link for this number of days prepared */
  | { readonly kind: 'share'; readonly days: number }
  | { readonly kind: 'choose-model'; readonly choice: SpokenModelChoice }
  | SpokenLook
  | SpokenNarrowing

export interface CommandSurroundings {
  /** BCP 47 tag of the utterance */
  readonly language: string
  readonly agents: readonly { readonly id: string; readonly label: string }[]
  /** words that may address the page before the command */
  readonly wakeWords: readonly string[]
}

/**
 * Returns the command if the whole text is one: "louder" is, "make the alarm louder in the code" is not.
 * Parsed locally, so that it works immediately and without a model or network.
 */
export function commandOf(text: string, surroundings: CommandSurroundings): SpokenCommand | undefined {
  return firstCommand(text, surroundings, isCertain)
}

/**
 * Returns the choice of a model if the whole text has its form but may mean something else, as "use metric units" does: it
 * is a command only if there is such a model.
 */
export function possibleModelChoice(
  text: string,
  surroundings: CommandSurroundings,
): SpokenCommand | undefined {
  return firstCommand(text, surroundings, (command) => !isCertain(command))
}

const isCertain = (command: SpokenCommand) =>
  command.kind !== 'choose-model' || command.choice.model !== 'named' || command.choice.isCertain

function firstCommand(
  text: string,
  surroundings: CommandSurroundings,
  isAccepted: (command: SpokenCommand) => boolean,
): SpokenCommand | undefined {
  const { language, wakeWords } = surroundings
  // The whole text first: a command may start with an agent's name, as チューターに切り替えて does.
  for (const spoken of new Set([text, afterWakeWord(text, wakeWords) || text])) {
    if (isStop(spoken, language)) return isBareRefusal(spoken, language) ? undefined : { kind: 'stop' }
    // Speakers of other languages may use the English word.
    for (const base of new Set([baseOf(language), 'en'])) {
      const command = commandIn(base, spoken, surroundings)
      if (command && isAccepted(command)) return command
    }
  }
  return undefined
}

/** "No" and the like answer a question; they stop a voice, and are no command without one. */
function isBareRefusal(spoken: string, language: string): boolean {
  return /^(no|non|nein|não|いいえ|違う|ちがう|아니|아니요|不|不是)( (no|non|nein|não))?$/u.test(
    normalizeCommand(spoken, language),
  )
}

function commandIn(base: string, spoken: string, { agents }: CommandSurroundings): SpokenCommand | undefined {
  const bare = normalizeCommand(spoken, base)
  const kind = kindsOf(base).get(bare)
  if (kind) return { kind }
  if (isForLater(base, spoken)) return { kind: 'in-background', text: spoken.trim() }
  const look = lookIn(base, spoken)
  if (look) return look
  const narrowing = narrowingIn(base, spoken)
  if (narrowing) return narrowing
  const name = PHRASES[base]?.switchTo
    .exec(bare)
    ?.slice(1)
    .find((group) => group !== undefined)
  const agent =
    name !== undefined &&
    agents.find(({ label }) => namesOf([label]).some((agentName) => isSameName(agentName, name)))
  if (agent) return { kind: 'switch-agent', agentId: agent.id }
  const topic = goBackTopicIn(base, bare)
  if (topic !== undefined) return { kind: 'go-back', topic }
  const projectName = projectNameIn(base, bare)
  if (projectName !== undefined) return { kind: 'put-in-project', name: projectName }
  const days = shareDaysIn(base, bare)
  if (days !== undefined) return { kind: 'share', days }
  const choice = modelChoiceIn(base, bare)
  return choice && { kind: 'choose-model', choice }
}

const cachedKinds = new Map<string, ReadonlyMap<string, PlainKind>>()

function kindsOf(base: string): ReadonlyMap<string, PlainKind> {
  const cached = cachedKinds.get(base)
  if (cached) return cached
  const { switchTo: _, ...plain } = PHRASES[base] ?? { switchTo: undefined }
  const kinds = new Map(
    Object.entries(plain).flatMap(([kind, phrases]) =>
      phrases.split('|').map((phrase) => [normalizeCommand(phrase, base), kind as PlainKind] as const),
    ),
  )
  cachedKinds.set(base, kinds)
  return kinds
}

const ARTICLE = /^(?:(?:the|el|la|los|las|le|les|den|dem|der|die|das|il|lo|i|gli|o|a|os|as) |l')/u
const AGENT_BEFORE = /^(?:agent|agente|agenten|assistant|assistente|asistente|assistenten)(?: |$)/u
const AGENT_BEHIND =
  / ?(?:agent|assistant|assistent|エージェント|アシスタント|さん|에이전트|어시스턴트|助手)$/u

/**
 * "the tutor agent" is Tutor, and "System-Designer" Systemdesigner; Vee is called V, and recognized as
 * either.
 */
function isSameName(label: string, spoken: string): boolean {
  const wanted = joined(fold(label))
  const bare = spoken.replace(ARTICLE, '')
  const ways = [spoken, bare, bare.replace(AGENT_BEFORE, ''), bare.replace(AGENT_BEHIND, '')]
  const names = new Set(ways.map(joined))
  return names.has(wanted) || (wanted === 'v' && (names.has('vee') || names.has('vi')))
}

const joined = (name: string): string => name.replaceAll(' ', '')
