import { matcherOf } from '../../phrases.ts'
import { SCREEN_TEXTS } from '../../text/screen-texts.ts'
import type { Skill } from '../../skill.ts'
import { listItemsOf, textToWorkOn } from '../../subject.ts'

const MOST_STEPS = 20
/** Maximum length of a step's title, in UTF-16 code units. */
const STEP_LENGTH = 200

/** Returns the user's topics as steps, in their order; nothing is added. */
export const lessonPlan: Skill = {
  id: 'lesson-plan',
  answer(turn) {
    if (turn.command.search(matcherOf(SCREEN_TEXTS[turn.heardIn].planWords)) === -1) return undefined
    const { plan, goal, noPlan } = SCREEN_TEXTS[turn.answeredIn]
    const topics = listItemsOf(textToWorkOn(turn)).slice(0, MOST_STEPS)
    const [first] = topics
    if (first === undefined || topics.length < 2) return noPlan
    const steps = topics.map((topic) => {
      const title = topic.slice(0, STEP_LENGTH)
      return { title, goal: goal.replace('{step}', () => title) }
    })
    return {
      text: plan.replace('{count}', String(steps.length)),
      result: { kind: 'lesson_plan', title: first.slice(0, STEP_LENGTH), level: 'intermediate', steps },
    }
  },
}
