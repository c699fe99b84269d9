import type { Skill } from '../skill.ts'

/** Says the last answer again. */
export const repeat: Skill = {
  id: 'repeat',
  answer(turn) {
    if (!turn.isOnly('repeat')) return undefined
    return turn.earlier.findLast(({ role }) => role === 'assistant')?.content ?? turn.say('nothingSaid')
  },
}
