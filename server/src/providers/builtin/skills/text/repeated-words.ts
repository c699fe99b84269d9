import { foldPhrase } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, subjectOf, wordSegments } from '../../subject.ts'

const MAX_SHOWN = 10

/** Returns the words that a text uses more than once, the most frequent first; stopwords are excluded. */
export const repeatedWords: Skill = {
  id: 'repeated-words',
  answer(turn) {
    if (!turn.hears('repeated')) return undefined
    const text = subjectOf(turn, ['repeated', 'extract', 'leadIn', 'words'], 'all')
    if (text === undefined) return undefined
    if (text.trim() === '') return turn.say('noText')
    const stopwords = new Set(turn.heardTexts.stopwords.map(foldPhrase))
    const counts = new Map<string, number>()
    for (const word of wordSegments(text.toLocaleLowerCase(turn.tag), turn.tag)) {
      if (!stopwords.has(foldPhrase(word))) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    const repeated = [...counts].filter(([, count]) => count > 1).toSorted(([, a], [, b]) => b - a)
    if (repeated.length === 0) return turn.say('noRepeats')
    return bulleted(repeated.slice(0, MAX_SHOWN).map(([word, count]) => `${word} (${count})`))
  },
}
