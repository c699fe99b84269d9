import { AGENT_TEXTS } from '../../text/agent-texts.ts'
import { wordCount } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'

/** Minimum number of words of an entry; shorter messages are remarks. */
const FEWEST_WORDS = 4

/** Treats messages that are neither questions nor requests as entries, and replies with a question. */
export const diaryEntry: Skill = {
  id: 'diary-entry',
  answer({ text, answeredIn }) {
    const isEntry = !/[?？]\s*$/.test(text) && wordCount(text) >= FEWEST_WORDS
    return isEntry ? AGENT_TEXTS[answeredIn].entry : undefined
  },
}
