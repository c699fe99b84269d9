import type { Skill } from '../../skill.ts'
import { subjectOf } from '../../subject.ts'

export const letterCase: Skill = {
  id: 'letter-case',
  answer(turn) {
    const isUpper = turn.hears('upper')
    if (!isUpper && !turn.hears('lower')) return undefined
    const text = subjectOf(turn, ['upper', 'lower', 'leadIn'])
    if (text === undefined) return undefined
    if (text.trim() === '') return turn.say('noText')
    return isUpper ? text.toLocaleUpperCase(turn.tag) : text.toLocaleLowerCase(turn.tag)
  },
}
