import { AGENT_TEXTS } from '../agent-texts.ts'
import { wordCount } from '../phrases.ts'
import type { Skill } from '../skill.ts'

/** Fewer words are a remark and no entry. */
const FEWEST_WORDS = 4

/** Takes what is no question and no wish for an entry, and asks back. */
export const diaryEntry: Skill = {
  id: 'diary-entry',
  answer({ text, answeredIn }) {
    const isEntry = !/[?？]\s*$/.test(text) && wordCount(text) >= FEWEST_WORDS
    return isEntry ? AGENT_TEXTS[answeredIn].entry : undefined
  },
}
