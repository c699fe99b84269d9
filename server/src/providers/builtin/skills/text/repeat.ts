import type { Skill } from '../../skill.ts'

/** Repeats the last reply. */
export const repeat: Skill = {
  id: 'repeat',
  answer(turn) {
    if (!turn.isOnly('repeat')) return undefined
    return turn.earlier.findLast(({ role }) => role === 'assistant')?.content ?? turn.say('nothingSaid')
  },
}
