import { mainSentences, shortened } from '../../main-sentences.ts'
import type { Skill } from '../../skill.ts'
import { bulleted, sentencesOf, subjectOf } from '../../subject.ts'

const SENTENCES_READ = 1000

/** Returns the main sentences of a text verbatim; rewriting requires a model. */
export const summary: Skill = {
  id: 'summary',
  answer(turn) {
    if (!turn.hears('summarise')) return undefined
    const text = subjectOf(turn, ['summarise', 'leadIn'], 'all')
    if (text === undefined) return undefined
    const sentences = sentencesOf(text, turn.tag, SENTENCES_READ)
    if (sentences.length === 0) return turn.say('noText')
    return turn.say('summary', { summary: bulleted(mainSentences(sentences, turn).map(shortened)) })
  },
}
