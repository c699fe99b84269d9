import type { Behaviour, ScriptedToolCall, ScriptedUsage } from './behaviour.ts'

/** What the fake model says, before a wire format puts it into bytes. */
export interface Reply {
  readonly model: string
  readonly tokens: readonly string[]
  readonly toolCalls: readonly ScriptedToolCall[]
  readonly finishReason: 'stop' | 'length' | 'tool_calls' | 'content_filter'
  readonly usage: ScriptedUsage | null
}

export function composeReply(request: unknown, behaviour: Behaviour): Reply {
  const { model, messages } = (request ?? {}) as { model?: unknown; messages?: unknown }
  const turns = (Array.isArray(messages) ? messages : []) as readonly Turn[]
  const toolCalls = behaviour.toolCalls ?? []
  const tokens = tokensOf(behaviour.text ?? echo(turns))
  const counted = {
    promptTokens: Math.ceil(turns.reduce((sum, turn) => sum + textOf(turn.content).length, 0) / 4),
    completionTokens: tokens.length,
  }
  return {
    model: typeof model === 'string' ? model : 'unnamed',
    tokens,
    toolCalls,
    finishReason: behaviour.finishReason ?? (toolCalls.length === 0 ? 'stop' : 'tool_calls'),
    usage: behaviour.usage === undefined ? counted : behaviour.usage,
  }
}

interface Turn {
  readonly role?: unknown
  readonly content?: unknown
}

/** The text of the last user message of a chat request in either wire format. */
export function lastUserText(request: unknown): string {
  const { messages } = (request ?? {}) as { messages?: unknown }
  return lastUserTextOf((Array.isArray(messages) ? messages : []) as readonly Turn[])
}

function lastUserTextOf(turns: readonly Turn[]): string {
  return textOf(turns.findLast((turn) => turn.role === 'user')?.content)
}

function echo(turns: readonly Turn[]): string {
  return `You said: “${lastUserTextOf(turns)}”. I am only a stand-in, so that is all I can tell you.`
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as readonly { text?: unknown }[])
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('')
}

/** Words with the space before them; two characters at a time where words have no spaces. */
function tokensOf(text: string): readonly string[] {
  const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
  return text.match(new RegExp(`[${unspaced}]{1,2}|\\s*[^\\s${unspaced}]+|\\s+`, 'gu')) ?? []
}
