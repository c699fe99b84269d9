import { AGENTS_PER_ROUND } from '../entities/speaker.ts'
import { baseOf, fold } from './fold.ts'
import { GROUP_PHRASES, HAND_OVER_PHRASES } from './address-phrases.ts'
import { matchWakeWord, namesOf } from './wake-words.ts'

/** An agent with what people call it. */
export interface AddressableAgent {
  readonly id: string
  readonly names: readonly string[]
}

export interface AddressContext {
  readonly agents: readonly AddressableAgent[]
  /** ids of those that took part in the conversation, the last one first */
  readonly participants: readonly string[]
  /** BCP 47 */
  readonly languages: readonly string[]
}

/**
 * Returns the ids of the agents that a message is addressed to, in the order in which it names them: "@Tutor", "Tutor, …",
 * "…, Tutor?", "Tutor and Nerf, …", "both of you", "let the Tutor take over". Empty if it names none: "my tutor said …" and
 * "Tutor is a nice job" address nobody.
 */
export function addressedAgents(text: string, context: AddressContext): readonly string[] {
  const names = namesIn(context.agents)
  const addressedIds = [mentionedIn, addressedAtStart, addressedAtEnd, handedOverIn, groupIn]
    .map((find) => find(text, names, context))
    .find((ids) => ids.length > 0)
  return [...new Set(addressedIds)].slice(0, AGENTS_PER_ROUND)
}

/** the id of an agent by each of its names */
type NamesOfAgents = ReadonlyMap<string, string>

const namesIn = (agents: readonly AddressableAgent[]): NamesOfAgents =>
  new Map(agents.flatMap(({ id, names }) => namesOf(names).map((name) => [name, id] as const)))

/** "@Tutor" and "@CodingAssistant", anywhere but within a word, such as an address of mail. */
function mentionedIn(text: string, names: NamesOfAgents): readonly string[] {
  const longestFirst = [...names].toSorted(([first], [second]) => second.length - first.length)
  return [...text.matchAll(/(?<![\p{L}\p{N}._-])[@＠]/gu)].flatMap(({ index }) => {
    const after = text.slice(index + 1)
    const match = longestFirst.find(([name]) =>
      [name, name.replaceAll(' ', '')].some((spelling) => startsWithName(after, spelling)),
    )
    return match ? [match[1]] : []
  })
}

function startsWithName(text: string, name: string): boolean {
  const start = text.slice(0, name.length)
  const isWholeWord = !/^[\p{L}\p{N}]/u.test(text.slice(name.length)) || /[^\p{ASCII}]$/u.test(name)
  return isWholeWord && start.toLowerCase() === name.toLowerCase()
}

const CONJUNCTION = /^(?:(?:and|und|y|e|et|ed)\s+|[&＋+]\s*|[と和跟与]|(?:와|과|이랑|랑|하고)\s*)/iu
const KOREAN_CONJUNCTION = /(?:와|과|이랑|랑|하고)\s/u

/** "Tutor, …", "Tutor and Nerf, …": all but the last name are followed by a comma or a conjunction. */
function addressedAtStart(text: string, names: NamesOfAgents): readonly string[] {
  const first = nameAt(text, names)
  if (!first) return []
  const ids = [first.id]
  let { rest, isDelimited, isAddressed }: NameMatch = first
  while (ids.length < AGENTS_PER_ROUND) {
    const conjunction = CONJUNCTION.exec(rest)?.[0]
    const next = nameAt(rest.slice(conjunction?.length ?? 0), names)
    // "Tutor, V is the letter that …" names V only.
    if (!next || (conjunction === undefined && !(isDelimited && next.isDelimited))) break
    ids.push(next.id)
    ;({ rest, isDelimited, isAddressed } = next)
  }
  return isAddressed ? ids : []
}

type NameMatch = Pick<
  NonNullable<ReturnType<typeof matchWakeWord>>,
  'rest' | 'isDelimited' | 'isAddressed'
> & {
  readonly id: string
}

function nameAt(text: string, names: NamesOfAgents): NameMatch | undefined {
  const words = [...names.keys()]
  const match = matchWakeWord(text, words) ?? matchWakeWord(text.replace(KOREAN_CONJUNCTION, ' 하고 '), words)
  const id = match && names.get(match.word)
  return match && id !== undefined ? { ...match, id } : undefined
}

/** Longer texts hand over to nobody, and a name at their end is looked for in this part, in UTF-16 code units. */
const MAX_ADDRESS_LENGTH = 200

/** "What do you think, Tutor?": behind the only comma, or at the end of a question. */
function addressedAtEnd(text: string, names: NamesOfAgents): readonly string[] {
  const end = text.slice(-MAX_ADDRESS_LENGTH)
  const clauses = end.split(/[,،、，]/u)
  const [before = '', name = ''] = clauses.slice(-2)
  if (clauses.length < 2 || fold(before) === '') return []
  if (clauses.length > 2 && !/[?？]/u.test(name)) return []
  const wanted = fold(name)
  const id = [...names].find(([known]) => fold(known) === wanted)?.[1]
  return id === undefined ? [] : [id]
}

/** "Let the Tutor take over", "hand over to the Tutor". */
function handedOverIn(text: string, names: NamesOfAgents, { languages }: AddressContext): readonly string[] {
  if (text.length > MAX_ADDRESS_LENGTH) return []
  const folded = fold(text)
  for (const base of new Set([...languages.map(baseOf), 'en'])) {
    const name = HAND_OVER_PHRASES[base]
      ?.exec(folded)
      ?.slice(1)
      .find((group) => group !== undefined)
      ?.replaceAll(' ', '')
    if (name === undefined) continue
    const id = [...names].find(([known]) => fold(known).replaceAll(' ', '') === name)?.[1]
    if (id !== undefined) return [id]
  }
  return []
}

/** "Both of you": the two that spoke last; "all of you": as many as a round has. */
function groupIn(text: string, _names: NamesOfAgents, { participants, languages }: AddressContext) {
  if (participants.length < 2) return []
  const folded = ` ${fold(text)} `
  for (const base of new Set([...languages.map(baseOf), 'en'])) {
    const phrases = GROUP_PHRASES[base]
    if (!phrases) continue
    // Scripts without spaces have no edges of words.
    const isSaid = (phrase: string) =>
      folded.includes(/[\p{ASCII}\p{sc=Latin}]$/u.test(phrase) ? ` ${phrase} ` : phrase)
    if (phrases.two.some(isSaid)) return participants.slice(0, 2).toReversed()
    if (phrases.all.some(isSaid)) return participants.slice(0, AGENTS_PER_ROUND).toReversed()
  }
  return []
}
