import type { Behaviour, ScriptedToolCall, ScriptedUsage } from './behaviour.ts'
import { textOfStatements } from './vendor-search.ts'

/** The fake model's reply, before a wire format encodes it. */
export interface Reply {
  readonly model: string
  readonly tokens: readonly string[]
  /** tokens that precede them */
  readonly reasoning: readonly string[]
  readonly toolCalls: readonly ScriptedToolCall[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  readonly usage: ScriptedUsage | null
}

export function composeReply(request: unknown, behaviour: Behaviour): Reply {
  const { model } = (request ?? {}) as { model?: unknown }
  const asked = turnsOf(request).map(textOfTurn)
  const toolCalls = behaviour.toolCalls ?? []
  const statements = behaviour.search && textOfStatements(behaviour.search)
  const tokens = tokensOf(behaviour.text ?? statements ?? echo(lastUserText(request)))
  const counted = {
    promptTokens: Math.ceil(asked.join('').length / 4),
    completionTokens: tokens.length,
  }
  return {
    model: typeof model === 'string' ? model : 'unnamed',
    tokens,
    reasoning: tokensOf(behaviour.reasoning ?? ''),
    toolCalls,
    finishReason: behaviour.finishReason ?? (toolCalls.length === 0 ? 'stop' : 'tool_calls'),
    usage: behaviour.usage === undefined ? counted : behaviour.usage,
  }
}

interface Turn {
  readonly role?: unknown
  readonly content?: unknown
  /** the content of a turn in Google's format */
  readonly parts?: unknown
}

/**
 * Returns the text of the last user message of a chat request in any of the wire formats; empty for other
 * requests.
 */
export function lastUserText(request: unknown): string {
  const turn = turnsOf(request).findLast(({ role }) => role === 'user')
  return turn ? textOfTurn(turn) : ''
}

function turnsOf(request: unknown): readonly Turn[] {
  const {
    input,
    messages = input,
    contents = messages,
  } = (request ?? {}) as {
    input?: unknown
    messages?: unknown
    contents?: unknown
  }
  return Array.isArray(contents) ? (contents as readonly Turn[]) : []
}

const textOfTurn = ({ content, parts = content }: Turn) => textOf(parts)

const echo = (said: string) => `You said: “${said}”. I am only a stand-in, so that is all I can tell you.`

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly { text?: unknown }[])
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('')
}

/** Returns words with the space before them; two characters at a time in scripts without spaces. */
function tokensOf(text: string): readonly string[] {
  const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
  return text.match(new RegExp(`[${unspaced}]{1,2}|\\s*[^\\s${unspaced}]+|\\s+`, 'gu')) ?? []
}
