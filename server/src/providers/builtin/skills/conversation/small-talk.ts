import type { Skill } from '../../skill.ts'

const TOPICS = ['howAreYou', 'thanks', 'goodbye', 'greeting'] as const

/**
 * Handles greetings and thanks if the message contains nothing else: a question that begins with a greeting
 * is a question.
 */
export const smallTalk: Skill = {
  id: 'small-talk',
  answer(turn) {
    const topic = TOPICS.find((topic) => turn.isOnly(topic))
    return topic === undefined ? undefined : turn.say(topic)
  },
}
