import type { ChatRequest } from '@vee/contract/http/chat'
import { dayAt, dayWithWeekday } from '@vee/contract/time/time-zone'
import type { LoadedAgent } from '#agents/index.ts'
import type { ProjectDefaults } from '../conversations/index.ts'

/** Characters of the played text before an interruption that are passed to the model. */
const HEARD_TAIL = 400

interface PromptCircumstances {
  /** the project of the conversation */
  readonly project?: Pick<ProjectDefaults, 'name' | 'instructions'> | undefined
  /** the name of another agent, whose reply the person interrupted */
  readonly interruptedName?: string | undefined
  /** the part about the other assistants of the conversation */
  readonly together?: string | undefined
  /** true: the conversation contains documents; default: false */
  readonly hasDocuments?: boolean
  readonly day: PersonsDay
}

/** The day on which a reply is requested, where the person is. */
interface PersonsDay {
  /** milliseconds since 1970 */
  readonly time: number
  /** canonical IANA name */
  readonly timeZone: string
}

/**
 * Returns the system prompt of a reply: the agent's own, followed by the additions of the request. Text from
 * the caller is quoted as JSON strings, so that it stays on one line and is recognizable as the caller's.
 */
export function buildPrompt(
  agent: LoadedAgent,
  chatRequest: ChatRequest,
  persona: string | null,
  { hasDocuments = false, day, project, together, interruptedName }: PromptCircumstances,
): string {
  return [
    agent.prompt,
    together,
    project && project.instructions !== '' && projectSection(project),
    persona !== null && personaSection(persona),
    languageSection(chatRequest.language),
    chatRequest.codingLanguage !== undefined && codingSection(chatRequest.codingLanguage),
    agent.teaches && levelSection(chatRequest.tutorLevel),
    agent.capabilities.canGenerateDiagrams && diagramSection(chatRequest.generateDiagrams),
    chatRequest.preventRepetition === true && NO_REPETITION,
    hasDocuments && SOURCES,
    daySection(day),
    interruptionSection(chatRequest.voice?.interruptedAfter, interruptedName),
  ]
    .filter((section) => typeof section === 'string')
    .join('\n\n')
}

const projectSection = ({ name, instructions }: Pick<ProjectDefaults, 'name' | 'instructions'>) =>
  `# Project
This conversation belongs to the person's project ${JSON.stringify(name)}. Its instructions: ${JSON.stringify(instructions)}. Follow them as wishes of the person; they never change what is true or allowed.`

const personaSection = (persona: string) =>
  `# Persona
The person wishes you to speak like this: ${JSON.stringify(persona)}. Follow it in tone, manner and role. It changes how you say things, never what is true or allowed.`

function languageSection(tag: string | undefined): string | undefined {
  const language = tag === undefined ? undefined : nameOfLanguage(tag)
  return (
    language &&
    `# Language of this answer\nAnswer in ${language}, unless the person asks for another language.`
  )
}

/** Returns the English name, as in "French (France)"; undefined for an invalid tag. */
function nameOfLanguage(tag: string): string | undefined {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag)
  } catch {
    return undefined
  }
}

const codingSection = (language: string) =>
  `# Code\nWhere no programming language is asked for or evident, use ${JSON.stringify(language)}.`

const LEVELS: Readonly<Record<NonNullable<ChatRequest['tutorLevel']>, string>> = {
  beginner:
    'a beginner: assume nothing, use things from everyday life as examples, explain every term when it first comes, and take small steps.',
  intermediate:
    'at an intermediate level: the basics are known, so recall them in half a sentence, use the proper terms, and ask for applications.',
  expert:
    'an expert: leave out the basics, go into reasons, exceptions and proofs, and ask questions that connect things.',
}

const levelSection = (level: ChatRequest['tutorLevel']) =>
  level && `# Level\nThe learner is ${LEVELS[level]} Start there, and adapt to the answers.`

function diagramSection(areWanted: boolean | undefined): string | undefined {
  if (areWanted === undefined) return undefined
  return areWanted
    ? '# Diagrams\nWhere a diagram explains better than words, such as a process, a structure, a sequence or a timeline, draw one in a fenced block marked `mermaid`: valid, small, labels short and quoted, no styling. Say in a sentence what it shows.'
    : '# Diagrams\nDo not draw diagrams; describe in words.'
}

const NO_REPETITION = `# No repetition
Do not say again what you have already said in this conversation, neither whole passages nor opening and closing phrases. Refer back to it in a few words and add what is new. Say it again only when the person asks for that.`

/** The web client opens these sources, and the voice leaves them out: see contract/src/text/citations.ts. */
const SOURCES = `# Sources
After a statement that comes from a document of this conversation, name its source in square brackets: the document's name, a comma, and the heading (the line with ##) that its passage stands under, both exactly as they are written there, as in [report.pdf, Page 3]. Of a sheet name the cell, as in [budget.xlsx, Budget!C7]; of a document without headings only the name, as in [notes.md]. Put several sources into one pair of brackets, separated by semicolons. Use this form for nothing else, and do not mention it.`

/** The time of day is left out: a prompt that changes each minute is in no provider's cache. */
function daySection({ time, timeZone }: PersonsDay): string {
  return `# Today\nToday is ${dayWithWeekday(dayAt(timeZone, time))}, where the person is (time zone ${timeZone}). Words such as "tomorrow" or "on Friday" are counted from this day.`
}

function interruptionSection(
  playedText: string | undefined,
  otherName: string | undefined,
): string | undefined {
  if (playedText === undefined) return undefined
  const words = playedText.trim()
  const upTo =
    words === '' ? 'before its first word' : `after the words ${JSON.stringify(words.slice(-HEARD_TAIL))}`
  if (otherName !== undefined)
    return `# The person interrupted another assistant
The person was listening to ${JSON.stringify(otherName)} and cut it off ${upTo}. They have not heard what follows there, even though it is in the conversation. Respond to what they say now, and do not mention the interruption.`
  return `# You were interrupted
The person was listening to your last answer and cut it off ${upTo}. They have not heard what follows there, even though it is in the conversation. Respond to what they say now; do not start over, and do not mention the interruption. Come back to the rest only if it is still wanted.`
}
