import type { Skill } from '../../skill.ts'

/** Replies to frequent requests that are not supported, with a clear explanation. */
export const beyond: Skill = {
  id: 'beyond',
  answer(turn) {
    if (turn.hears('translate')) return turn.say('cannotTranslate')
    return turn.hears('remind') ? turn.say('cannotRemind') : undefined
  },
}
