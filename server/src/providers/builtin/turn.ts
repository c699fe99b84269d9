import type { ChatMessage } from '@vee/contract/entities/message'
import type { Locale } from '@vee/contract/entities/locale'
import { UTC } from '@vee/contract/time/time-zone'
import type { LlmRequest } from '../llm/llm.ts'
import { readDelimitedText } from '../llm/prompt-delimiters.ts'
import { detectLanguage } from './language.ts'
import {
  formatTag,
  localeOfTag,
  textOf,
  type AnswerKey,
  type LocaleText,
  type TriggerKey,
} from './locale-text.ts'
import { foldPhrase, matcherOf, wordCount } from './phrases.ts'

/** Maximum length of a request, in UTF-16 code units; longer text is content to work on. */
const MAX_COMMAND_LENGTH = 500
/** Maximum length of content that is processed, in UTF-16 code units. */
const MAX_GIVEN_LENGTH = 100_000

/** External dependencies of the responder. */
export interface Surroundings {
  readonly now: () => Date
  /** from 0 up to 1 */
  readonly random: () => number
}

/** A parsed message, shared by all skills. */
export interface BuiltinTurn extends Surroundings {
  /** the folded wish, without the text that it is about */
  readonly command: string
  /** the folded message, as far as it can be a wish */
  readonly wholeText: string
  /** the message as it was written */
  readonly text: string
  /** the text in the message that the wish is about, as it was written */
  readonly given: string | undefined
  /** earlier messages, the newest last */
  readonly earlier: readonly ChatMessage[]
  /** the language that the message is in */
  readonly heardIn: Locale
  readonly heardTexts: LocaleText
  /** the language of the reply */
  readonly answeredIn: Locale
  readonly answerText: LocaleText
  /** the locale for Intl */
  readonly tag: string
  /** canonical IANA name of the user's time zone */
  readonly timeZone: string
  /** the user's notes in the server's memory */
  readonly notes: readonly string[]
  /** returns true if the server's tool of this name may be used */
  offers(tool: string): boolean
  /** returns the tool's output since the question; undefined if it was not called */
  resultOf(tool: string): string | undefined
  /** returns true if the request contains a phrase of the trigger */
  hears(trigger: TriggerKey): boolean
  /** returns true if the message is that phrase, with phrases of the others and at most one other word */
  isOnly(trigger: TriggerKey, ...others: readonly TriggerKey[]): boolean
  /** returns the rest of the request without these phrases and stopwords */
  besides(...phrases: readonly (readonly string[])[]): string
  say(key: AnswerKey, values?: Readonly<Record<string, string>>): string
}

export function parseTurn(
  { messages, language, locale, system, tools, timeZone = UTC }: LlmRequest,
  surroundings: Surroundings,
): BuiltinTurn {
  const spoken = messages.filter(({ role }) => role === 'user' || role === 'assistant')
  const last = spoken.findLastIndex(({ role }) => role === 'user')
  const sinceQuestion = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
  const text = spoken[last]?.content.trim() ?? ''
  const { command, given } = parted(text)
  const requested = language === undefined ? undefined : localeOfTag(language)
  const heardIn = detectLanguage(command, requested ?? locale) ?? requested ?? locale
  const answerIn = requested ?? heardIn
  const heardTexts = textOf(heardIn)
  const folded = foldPhrase(command)

  const besides: BuiltinTurn['besides'] = (...phrases) =>
    [...phrases, heardTexts.stopwords]
      .reduce((rest, list) => rest.replaceAll(matcherOf(list), ' '), folded)
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()

  return {
    ...surroundings,
    command: folded,
    wholeText: foldPhrase(text.slice(0, MAX_COMMAND_LENGTH)),
    text: text.slice(0, MAX_GIVEN_LENGTH),
    given: given?.slice(0, MAX_GIVEN_LENGTH),
    earlier: spoken.slice(0, Math.max(0, last)),
    heardIn,
    heardTexts,
    answeredIn: answerIn,
    answerText: textOf(answerIn),
    tag: formatTag(answerIn),
    hears: (trigger) => folded.search(matcherOf(heardTexts.triggers[trigger])) !== -1,
    isOnly: (trigger, ...others) =>
      given === undefined &&
      folded.search(matcherOf(heardTexts.triggers[trigger])) !== -1 &&
      wordCount(besides(...[trigger, ...others].map((key) => heardTexts.triggers[key]))) <= 1,
    besides,
    timeZone,
    notes: notesIn(system),
    offers: (tool) => tools.some(({ name }) => name === tool),
    resultOf: (tool) => sinceQuestion.findLast(({ role, name }) => role === 'tool' && name === tool)?.content,
    say: (key, values = {}) => filled(textOf(answerIn).answers[key], values),
  }
}

/**
 * Parses the server's memory section of the system prompt: one line per note with an id and a JSON string.
 */
const notesIn = (system: string): readonly string[] =>
  [...system.matchAll(/^- [\da-f-]{36}: (".*")$/gm)].map(([, note = '""']) => String(JSON.parse(note)))

const filled = (template: string, values: Readonly<Record<string, string>>) =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

interface Parted {
  readonly command: string
  readonly given: string | undefined
}

/**
 * Separates the request from the text it is about: marked by the server, after a colon or a line break, in
 * quotation marks, or before the last line.
 */
function parted(text: string): Parted {
  const marked = readDelimitedText(text)
  if (marked) return { command: shortened(marked.question), given: marked.text }
  // A colon between digits is part of a time of day.
  const head = /^([^\n:：]{1,300})(?:：|(?<!\d):|:(?!\d)|\n)\s*(\S[\s\S]*)$/.exec(text)
  if (head) return { command: head[1] ?? '', given: head[2] }
  const quoted = /["“„«「『]([^"“”„«»「」『』]+)["”“»」』]/.exec(text)
  if (quoted?.[1] !== undefined) return { command: shortened(text.replace(quoted[0], ' ')), given: quoted[1] }
  const lastLine = text.lastIndexOf('\n') + 1
  if (lastLine > 0 && text.length - lastLine <= MAX_COMMAND_LENGTH) {
    return { command: text.slice(lastLine), given: text.slice(0, lastLine).trim() }
  }
  return { command: shortened(text), given: undefined }
}

const shortened = (text: string) => text.slice(0, MAX_COMMAND_LENGTH)
