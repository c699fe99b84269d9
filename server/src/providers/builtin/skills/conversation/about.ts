import { wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'

/** Replies to questions about the responder, its abilities, Vee, and how to connect a model. */
export const about: Skill = {
  id: 'about',
  answer(turn) {
    if (turn.isOnly('whoAreYou')) return turn.say('whoAreYou')
    if (turn.isOnly('abilities', 'circumstances')) return turn.say('abilities')
    if (turn.isOnly('aboutVee')) return turn.say('aboutVee')
    const { connect, leadIn, aboutVee } = turn.heardTexts.triggers
    const asksHowToConnect = turn.hears('connect') && wordCount(turn.besides(connect, leadIn, aboutVee)) <= 4
    return asksHowToConnect ? turn.say('connect') : undefined
  },
}
