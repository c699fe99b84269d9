import { trimEndOf } from '@vee/contract/text/trim'
import { detectLanguage } from '../../language.ts'
import { formatTag } from '../../locale-text.ts'
import { mainSentences, shortened } from '../../main-sentences.ts'
import { foldPhrase, matcherOf, wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, sentencesOf } from '../../subject.ts'
import { TOOL_TEXTS } from '../../text/tool-texts.ts'
import type { BuiltinTurn } from '../../turn.ts'

const TOOL = 'read_page'
/** At most 2,000 characters: no page has a longer address. */
const ADDRESS = /https?:\/\/[^\s<>"'，。、」』）)]{1,2000}/
/** Maximum number of words besides a URL that do not yet indicate another request. */
const LOOSE_WORDS = 3
const SENTENCES_READ = 1000

/** Returns the main sentences of a page; the server's page reader fetches it. */
export const page: Skill = {
  id: 'page',
  answer(turn) {
    const address = ADDRESS.exec(turn.text)?.[0]
    const url = address && trimEndOf(address, /[.,;:!?]/)
    if (url === undefined || !isToBeRead(turn, url)) return undefined
    const resultOf = turn.resultOf(TOOL)
    if (resultOf !== undefined) return answerOf(resultOf, url, turn)
    return turn.offers(TOOL) ? { tool: TOOL, arguments: { url } } : undefined
  },
}

function isToBeRead(turn: BuiltinTurn, url: string): boolean {
  const rest = foldPhrase(turn.text.replace(url, ' '))
  const { summarise } = turn.heardTexts.triggers
  return (
    rest.search(matcherOf(summarise)) !== -1 ||
    rest.search(matcherOf(TOOL_TEXTS[turn.heardIn].readWords)) !== -1 ||
    wordCount(rest) <= LOOSE_WORDS
  )
}

/**
 * Returns the reply for the tool's output, which begins with the page's URL and title, or contains the reason
 * of a failure.
 */
function answerOf(resultOf: string, url: string, turn: BuiltinTurn): string {
  const texts = TOOL_TEXTS[turn.answeredIn]
  const [, address, title, body] = /^Page: (.*)\nTitle: (.*)\n.*\n\n([\s\S]*)$/.exec(resultOf) ?? []
  if (address === undefined || title === undefined || body === undefined) {
    return texts.noPage.replace('{reason}', () => resultOf)
  }
  const language = detectLanguage(body.slice(0, 2_000), turn.heardIn) ?? turn.heardIn
  const sentences = body
    .split('\n')
    .flatMap((line) => sentencesOf(line, formatTag(language)))
    .filter((sentence) => wordCount(sentence) > 2)
    .slice(0, SENTENCES_READ)
  if (sentences.length === 0) return texts.emptyPage.replace('{url}', () => address)
  const summary = bulleted(mainSentences(sentences, turn).map(shortened))
  const values = new Map([
    ['title', title || url],
    ['url', address],
    ['summary', summary],
  ])
  return texts.page.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values.get(name) ?? placeholder)
}
