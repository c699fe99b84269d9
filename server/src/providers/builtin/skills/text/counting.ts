import type { Skill } from '../../skill.ts'
import { sentencesOf, subjectOf, wordSegments } from '../../subject.ts'

const COUNTED = ['words', 'characters', 'sentences'] as const

/** Counts words, characters and sentences of a text. */
export const counting: Skill = {
  id: 'counting',
  answer(turn) {
    if (!turn.hears('count') || !COUNTED.some((unit) => turn.hears(unit))) return undefined
    const text = subjectOf(turn, ['count', 'leadIn', ...COUNTED])
    if (text === undefined) return undefined
    if (text.trim() === '') return turn.say('noText')
    const shown = (count: number) => new Intl.NumberFormat(turn.tag).format(count)
    return turn.say('count', {
      words: shown(wordSegments(text, turn.tag).length),
      characters: shown([...new Intl.Segmenter(turn.tag).segment(text)].length),
      sentences: shown(sentencesOf(text, turn.tag).length),
    })
  },
}
