import { trimEndOf } from '@vee/contract/text/trim'
import { matcherOf, wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { bulleted } from '../../subject.ts'
import { TOOL_TEXTS } from '../../text/tool-texts.ts'
import type { BuiltinTurn } from '../../turn.ts'

const TOOL = 'remember'
/** Maximum length of a note, in UTF-16 code units: the limit of the tool. */
const MAX_NOTE_LENGTH = 300

/** Stores and lists notes with the server's memory tool. */
export const notes: Skill = {
  id: 'notes',
  answer(turn) {
    const heardTexts = TOOL_TEXTS[turn.heardIn]
    const answerTexts = TOOL_TEXTS[turn.answeredIn]
    if (turn.wholeText.search(matcherOf(heardTexts.recallWords)) !== -1) {
      if (turn.notes.length === 0) return turn.offers(TOOL) ? answerTexts.noNotes : answerTexts.cannotKeep
      return answerTexts.notes.replace('{notes}', () => bulleted(turn.notes))
    }
    const note = noteIn(turn, heardTexts.rememberWords)
    if (note === undefined) return undefined
    const resultOf = turn.resultOf(TOOL)
    if (resultOf !== undefined)
      return resultOf.startsWith('Kept') ? answerTexts.kept.replace('{note}', () => note) : resultOf
    return turn.offers(TOOL) ? { tool: TOOL, arguments: { note } } : answerTexts.cannotKeep
  },
}

/**
 * Returns the message without the phrases of the request, which may precede or follow the note. Questions are
 * not notes.
 */
function noteIn({ text }: BuiltinTurn, words: readonly string[]): string | undefined {
  if (text.length > MAX_NOTE_LENGTH || /[?？]$/.test(text.trimEnd())) return undefined
  const phrase = words
    .toSorted((a, b) => b.length - a.length)
    .find((each) => edge(text.toLowerCase(), each.toLowerCase()))
  if (phrase === undefined) return undefined
  const index = text.toLowerCase().indexOf(phrase.toLowerCase())
  const rest = (text.slice(0, index) + text.slice(index + phrase.length)).replace(/^[\s,:，：、]+/u, '')
  const note = trimEndOf(rest, /[\s.。,，、]/u)
  return wordCount(note) === 0 ? undefined : note
}

/** The wish is where a message begins or, in Japanese and Korean, where it ends. */
const edge = (text: string, phrase: string) =>
  text.startsWith(phrase) || trimEndOf(text, /[\s.。!！]/u).endsWith(phrase)
