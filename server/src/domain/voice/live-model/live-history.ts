import type { ChatMessage } from '@vee/contract/entities/message'
import type { LiveModelMessage } from '#providers/speech/live-models/live-model.ts'
import type { LiveModelAgent } from '../../replies/index.ts'

/** Text of history that is sent to a live model, in UTF-16 code units: about 6,000 tokens. */
const HISTORY_LENGTH = 24_000

/** Returns the newest messages that fit, oldest first, as the agent receives them: others' words are named. */
export function historyFor(
  agent: LiveModelAgent,
  messages: readonly ChatMessage[],
): readonly LiveModelMessage[] {
  const chosen: LiveModelMessage[] = []
  let length = 0
  for (const { role, content, attachments = [] } of agent.seenBy(messages).toReversed()) {
    const names = attachments.map(({ name }) => `[${name}]`)
    const text = [content.trim(), ...names].filter((paragraph) => paragraph !== '').join('\n')
    length += text.length
    if (chosen.length >= agent.maxChatHistory || length > HISTORY_LENGTH) break
    if ((role === 'user' || role === 'assistant') && text !== '') chosen.unshift({ role, text })
  }
  return chosen
}

/**
 * Splits the messages where a question is handed over: the agent receives those before it as history, and the question, with
 * what others have answered since, as the text to which it responds.
 */
export function splitAtQuestion(
  agent: LiveModelAgent,
  messages: readonly ChatMessage[],
  question: string,
): { readonly history: readonly LiveModelMessage[]; readonly text: string } {
  const index = messages.findLastIndex(({ role, content }) => role === 'user' && content === question)
  if (index === -1) return { history: historyFor(agent, messages), text: question }
  const answers = agent.seenBy(messages.slice(index + 1)).map(({ content }) => content)
  return { history: historyFor(agent, messages.slice(0, index)), text: [question, ...answers].join('\n\n') }
}
