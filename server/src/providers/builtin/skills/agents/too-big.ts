import { matcherOf } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'
import { TOOL_TEXTS } from '../../text/tool-texts.ts'

/** Refers long work from Nerf, who gives quick replies, to V. */
export const tooBig: Skill = {
  id: 'too-big',
  answer(turn) {
    if (turn.given !== undefined) return undefined
    const isBig = turn.command.search(matcherOf(TOOL_TEXTS[turn.heardIn].bigWords)) !== -1
    return isBig ? TOOL_TEXTS[turn.answeredIn].forV : undefined
  },
}
