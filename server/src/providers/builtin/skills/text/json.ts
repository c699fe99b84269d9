import { foldPhrase } from '../../phrases.ts'
import type { Skill } from '../../skill.ts'

/** Maximum length of a request that is searched for the word, in UTF-16 code units. */
const MAX_WISH_LENGTH = 400

/** Validates and formats JSON: a message that is labelled as JSON, or is entirely JSON. */
export const jsonFormat: Skill = {
  id: 'json',
  answer(turn) {
    const { text } = turn
    const given = jsonIn(text)
    const isMeant = foldPhrase(text.slice(0, MAX_WISH_LENGTH)).includes('json')
    if (given === undefined || !(isMeant || given === text.trim())) return undefined
    try {
      return turn.say('json', { code: `\`\`\`json\n${JSON.stringify(JSON.parse(given), null, 2)}\n\`\`\`` })
    } catch (error) {
      if (!isMeant) return undefined
      return turn.say('invalidJson', { reason: error instanceof Error ? error.message : '' })
    }
  },
}

/** Returns the text from the first bracket to the last one that can close it. */
function jsonIn(text: string): string | undefined {
  const first = text.search(/[[{]/)
  const last = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
  return first === -1 || last < first ? undefined : text.slice(first, last + 1)
}
