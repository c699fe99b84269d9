import type { Skill } from '../skill.ts'

/** What is asked for often and cannot be done: said plainly. */
export const beyond: Skill = {
  id: 'beyond',
  answer(turn) {
    if (turn.hears('translate')) return turn.say('cannotTranslate')
    return turn.hears('remind') ? turn.say('cannotRemind') : undefined
  },
}
