/**
 * The marks that models write around their reasoning, as servers without a parser for the model pass them on: tags
 * (DeepSeek, Qwen, Seed, MiniMax and prompts that ask for them), brackets (Mistral), tokens (Kimi, Cohere, OpenThinker,
 * Gemma) and the channels of gpt-oss.
 */
export interface ThoughtMark {
  readonly start: number
  readonly end: number
  /** `token`: belongs to the model's format and separates nothing */
  readonly kind: 'open' | 'close' | 'token'
  /** whether no sentence contains it */
  readonly isToken: boolean
}

const NAMES = ['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reason', 'seed:think', 'mm:think']
const TOKENS: Readonly<Record<string, ThoughtMark['kind']>> = {
  '◁think▷': 'open',
  '◁/think▷': 'close',
  '<|begin_of_thought|>': 'open',
  '<|end_of_thought|>': 'close',
  '<|begin_of_solution|>': 'token',
  '<|end_of_solution|>': 'token',
  '<|start_thinking|>': 'open',
  '<|end_thinking|>': 'close',
  '<|start_response|>': 'token',
  '<|end_response|>': 'token',
  '<|channel>thought': 'open',
  '<channel|>': 'close',
  '<|start|>assistant': 'token',
  '<|end|>': 'close',
  '<|return|>': 'close',
  '<|call|>': 'close',
  // Ends of turns, of servers that do not know the model's.
  '<|im_end|>': 'token',
  '<|eot_id|>': 'token',
  '<|endoftext|>': 'token',
  '<|end_of_text|>': 'token',
  '<|end_of_turn|>': 'token',
  '<｜end▁of▁sentence｜>': 'token',
}
const CHANNEL = '<|channel|>'
const MESSAGE = '<|message|>'
/** Longest header of a channel, such as `commentary to=functions.get_weather <|constrain|>json`. */
const MAX_HEADER_LENGTH = 200

/** Every mark as literal text in lower case. */
const LITERALS: ReadonlyMap<string, ThoughtMark['kind']> = new Map([
  ...NAMES.flatMap((name): [string, ThoughtMark['kind']][] => [
    [`<${name}>`, 'open'],
    [`</${name}>`, 'close'],
  ]),
  ['[think]', 'open'],
  ['[/think]', 'close'],
  ...Object.entries(TOKENS),
])
/** A tag with blanks or attributes. */
const MAX_TAG_LENGTH = 100
const LOOSE_TAG = String.raw`</?(?:${NAMES.join('|')})\s[^<>]{0,${MAX_TAG_LENGTH}}>`
const PARTIAL_TAG = new RegExp(String.raw`</?(?:${NAMES.join('|')})\s[^<>]{0,${MAX_TAG_LENGTH}}$`, 'i')
/** Every mark begins with one of these. */
const OPENERS = /^[<[◁]/
const ANY_OPENER = /[<[◁]/
const MAX_LITERAL_LENGTH = Math.max(...[...LITERALS.keys()].map(({ length }) => length))

const escaped = (text: string) => text.replaceAll(/[|[\]]/g, String.raw`\$&`)
const ANY_MARK = new RegExp(
  [...LITERALS.keys()]
    .map(escaped)
    .concat(LOOSE_TAG, String.raw`<\|channel\|>[\s\S]{0,${MAX_HEADER_LENGTH}}?<\|message\|>`)
    .join('|'),
  'gi',
)

/** Returns the first complete mark. Brackets count in capitals only, because `[think]` may be the text of a link. */
export function findMark(text: string): ThoughtMark | undefined {
  if (!ANY_OPENER.test(text)) return undefined
  for (const match of text.matchAll(ANY_MARK)) {
    const [raw] = match
    if (raw.startsWith('[') && raw !== raw.toUpperCase()) continue
    const mark = raw.toLowerCase()
    return {
      start: match.index,
      end: match.index + raw.length,
      kind: LITERALS.get(mark) ?? kindOfPattern(mark),
      isToken: /^<[|｜]/.test(mark) || mark.endsWith('|>') || mark.startsWith('◁'),
    }
  }
  return undefined
}

/** Returns the kind of a mark that is no literal: a tag with attributes, or a channel's header. */
function kindOfPattern(mark: string): ThoughtMark['kind'] {
  if (mark.startsWith('</')) return 'close'
  return mark.startsWith(CHANNEL) ? kindOfChannel(mark.slice(CHANNEL.length)) : 'open'
}

/** A call within a channel is no text; a preamble to it (`commentary` without a recipient) is. */
function kindOfChannel(header: string): ThoughtMark['kind'] {
  const isText = header.startsWith('final') || (header.startsWith('commentary') && !header.includes('to='))
  return isText ? 'close' : 'open'
}

/** Returns the length of what may be the beginning of a mark at the end of the text. */
export function partialMarkLength(text: string): number {
  // Nearly every token takes this way.
  if (!ANY_OPENER.test(text)) return 0
  const tail = text.slice(-MAX_HEADER_LENGTH - CHANNEL.length - MESSAGE.length).toLowerCase()
  const channel = tail.lastIndexOf(CHANNEL)
  if (channel !== -1 && !tail.includes(MESSAGE, channel)) return tail.length - channel
  const tag = PARTIAL_TAG.exec(tail)
  if (tag) return tag[0].length
  for (let length = Math.min(MAX_LITERAL_LENGTH - 1, tail.length); length > 0; length--) {
    const ending = tail.slice(-length)
    if (!OPENERS.test(ending)) continue
    if (CHANNEL.startsWith(ending)) return length
    for (const literal of LITERALS.keys()) if (literal.startsWith(ending)) return length
  }
  return 0
}
