import { MAX_CITATION_LENGTH, citationAt, mayBecomeCitation } from '../text/citations.ts'
import { MAX_ENTITY_NAME_LENGTH, namedEntity } from '../text/html-entities.ts'
import { beginsSourceMarker, SOURCE_MARKS, sourceMarkerLength } from './source-marker.ts'
import { markup, say, type InlineReader, type InlineStep } from './inline-step.ts'
import { readCodeSpan, readDollarFormula, readFormula } from './inline-verbatim.ts'
import { WAIT, type Ahead, type Wait } from './markdown-token.ts'
import { UNSPACED } from './unspaced.ts'
import { readAddress, hostOf } from './web-address.ts'

const TAG_LIMIT = 400
const TAG = /^<\/?([a-z][a-z\d-]*)(?:\s[^<>]*)?\/?>/i
const AUTOLINK = /^<([a-z\d][^\s<>]*)>/i
const INCOMPLETE_TAG = /^<(?:\/?(?:[a-z][^<>]*)?|[a-z\d][^\s<>]*)$/i

/** Elements whose content is not text. */
const OPAQUE = new Set(['script', 'style', 'svg', 'iframe', 'object', 'math'])
/** Elements that separate words. */
const PARTING = new Set(['br', 'p', 'li', 'td', 'th', 'tr', 'div', 'hr', 'h1', 'h2', 'h3', 'h4', 'summary'])

/**
 * Reads an HTML tag. The tag itself is not spoken, its content is; a URL in angle brackets is spoken by its
 * host, other text in them verbatim.
 */
const readHtml: InlineReader = (ahead, _, context) => {
  const { text, isComplete } = ahead
  const marker = sourceMarkerLength(ahead, context)
  if (marker === WAIT) return WAIT
  if (marker > 0) return markup(marker)
  if (text.startsWith('<!--')) return { type: 'hidden', close: '-->', length: 4 }
  const near = text.slice(0, TAG_LIMIT)
  const [tag, name] = TAG.exec(near) ?? []
  if (tag !== undefined && name !== undefined) return readTag(tag, name.toLowerCase())
  const [link, address = ''] = AUTOLINK.exec(near) ?? []
  if (link !== undefined && /^(?:https?:\/\/|mailto:)|@/i.test(address))
    return say(nameOf(address), link.length)
  const isCut = near.length < TAG_LIMIT && (INCOMPLETE_TAG.test(near) || '<!--'.startsWith(near))
  return isCut && !isComplete ? WAIT : say('<')
}

function readTag(tag: string, name: string): InlineStep {
  const isOpening = !tag.startsWith('</') && !tag.endsWith('/>')
  if (isOpening && OPAQUE.has(name)) return { type: 'hidden', close: `</${name}>`, length: tag.length }
  return PARTING.has(name) ? say(' ', tag.length) : markup(tag.length)
}

function nameOf(address: string): string {
  return address.includes('@') ? address.replace(/^mailto:/i, '') : hostOf(address)
}

const LABEL_LIMIT = 300
const ADDRESS_LIMIT = 2_000

/** Reads the next step within a line; `context` is the source before it, as far as a decision may depend on it. */
export function readInline(ahead: Ahead, context: string): InlineStep | Wait {
  const reader = READERS[ahead.text.charAt(0)]
  return reader ? reader(ahead, context.slice(-1), context) : readCharacter(ahead)
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)
const isSpace = (character: string): boolean => character === '' || /\s/.test(character)

/** Matches emoji, their joiners and modifiers, and characters of zero width. */
const UNSPOKEN =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\p{Variation_Selector}\p{Cf}\p{Me}]/u
const SPOKEN_PICTOGRAPHS = new Set(['©', '®', '™'])

function readCharacter({ text, isComplete }: Ahead): InlineStep | Wait {
  const character = String.fromCodePoint(text.codePointAt(0) ?? 0)
  const isHalf = character.length === 1 && /[\uD800-\uDBFF]/.test(character)
  if (isHalf) return isComplete || text.length > 1 ? markup(1) : WAIT
  if (/\s/.test(character)) return say(' ', 1)
  const isUnspoken = UNSPOKEN.test(character) && !SPOKEN_PICTOGRAPHS.has(character)
  return isUnspoken ? markup(character.length) : say(character)
}

/** Reads asterisks: emphasis is not spoken if it touches a word, and spoken if it stands for "times". */
const readStars: InlineReader = ({ text, isComplete }, before) => {
  const run = /^\*+/.exec(text)?.[0] ?? ''
  if (run.length === text.length && !isComplete) return WAIT
  const after = text.charAt(run.length)
  const isOperator = (isSpace(before) && isSpace(after)) || (/\d/.test(before) && /\d/.test(after))
  return isOperator ? say(run) : markup(run.length)
}

const readUnderscores: InlineReader = ({ text, isComplete }, before) => {
  const run = /^_+/.exec(text)?.[0] ?? ''
  if (run.length === text.length && !isComplete) return WAIT
  return isWord(before) && isWord(text.charAt(run.length)) ? say(run) : markup(run.length)
}

const readTildes: InlineReader = ({ text, isComplete }) => {
  if (text.length < 2 && !isComplete) return WAIT
  return text.startsWith('~~') ? markup(2) : say('~')
}

/** Reads the marks that may close a heading. */
const readHashes: InlineReader = ({ text, isComplete }, before) => {
  const run = /^#+[ \t]*/.exec(text)?.[0] ?? ''
  if (run.length === text.length && !isComplete) return WAIT
  const after = text.charAt(run.length)
  return isSpace(before) && (after === '' || after === '\n') ? markup(run.length) : say('#')
}

const readBackslash: InlineReader = (ahead) => {
  const next = ahead.text.charAt(1)
  if (next === '') return ahead.isComplete ? markup(1) : WAIT
  if (next === '(' || next === '[') return readFormula(ahead, next === '(' ? '\\)' : '\\]')
  return /[!-/:-@[-`{-~]/.test(next) ? say(next, 2) : markup(1)
}

const readDollar: InlineReader = (ahead) => {
  const { text, isComplete } = ahead
  if (text.length < 2 && !isComplete) return WAIT
  if (text.startsWith('$$')) return readFormula(ahead, '$$')
  const amount = /^\$(?:\d[\d.,]*)?/.exec(text)?.[0] ?? ''
  if (amount.length === text.length && !isComplete) return WAIT
  return isSpace(text.charAt(amount.length)) ? say('$') : readDollarFormula(ahead)
}

const readBang: InlineReader = ({ text, isComplete }) => {
  if (text.length < 2 && !isComplete) return WAIT
  if (!text.startsWith('![')) return say('!')
  const image = /^!\[[^\]]*\]\([^)\n]*\)/.exec(text)
  if (image) return { type: 'show', thing: 'image', length: image[0].length }
  const mayBecomeOne = /^!\[[^\]]{0,300}(?:\](?:\([^)\n]{0,2000})?)?$/.test(text)
  return mayBecomeOne && !isComplete ? WAIT : say('!')
}

/** Reads a bracket: the label of a link is spoken; a footnote marker and the source of a statement are not. */
const readOpenBracket: InlineReader = (ahead, _, context) => {
  const { text, isComplete } = ahead
  if (!isComplete && mayBecomeCitation(text)) return WAIT
  const citation = citationAt(text.slice(0, MAX_CITATION_LENGTH + 1))
  if (citation) return markup(citation.length)
  const marker = sourceMarkerLength(ahead, context)
  if (marker === WAIT) return WAIT
  if (marker > 0) return markup(marker)
  const mark = /^\[\^[^\]\s]{1,40}\]/.exec(text)
  if (mark) return markup(mark[0].length)
  return markup(1)
}

const UNSPOKEN_RUN = new RegExp(`^(?: *(?![©®™])${UNSPOKEN.source})+`, 'u')
const CLOSING_MARK = /^[.,;:!?…)\]}»”’。！？、，；：]/

/**
 * Returns the length of the emoji after a space if a mark follows them; 0 if none does; undefined while that is not
 * known.
 */
function emojiBeforeMark({ text, isComplete }: Ahead): number | undefined {
  const run = UNSPOKEN_RUN.exec(text)?.[0] ?? ''
  const rest = text.slice(run.length)
  const mayContinue = /^ *[\uD800-\uDBFF]?$/.test(rest)
  if (mayContinue && !isComplete && (run !== '' || /[\uD800-\uDBFF]$/.test(rest))) return undefined
  return CLOSING_MARK.test(rest) ? run.length : 0
}

/**
 * Reads a space: the one before a source or an emoji that is not spoken belongs to it, so that a full stop follows the last
 * word.
 */
const readSpace: InlineReader = (ahead, before, context) => {
  const { text, isComplete } = ahead
  if (text.length === 1 && !isComplete) return WAIT
  const next = { text: text.slice(1), isComplete }
  const emoji = emojiBeforeMark(next)
  if (emoji === undefined) return WAIT
  if (emoji > 0) return markup(1 + emoji)
  if (!beginsSourceMarker(next)) return readCharacter(ahead)
  const marker = sourceMarkerLength(next, context)
  if (marker === WAIT) return WAIT
  if (marker > 0) return markup(1 + marker)
  if (text.charAt(1) !== '[') return readCharacter(ahead)
  const step = readOpenBracket(next, before, context)
  if (step === WAIT) return WAIT
  const isSource = step.type === 'markup' && citationAt(text.slice(1, MAX_CITATION_LENGTH + 2)) !== undefined
  return isSource ? markup(1 + step.length) : readCharacter(ahead)
}

/** Reads what may be the mark of a source, else the character. */
const readSourceMark: InlineReader = (ahead, _, context) => {
  const marker = sourceMarkerLength(ahead, context)
  if (marker === WAIT) return WAIT
  return marker > 0 ? markup(marker) : readCharacter(ahead)
}

const LINK_END =
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- of at most ADDRESS_LIMIT characters
  /^\]\(\s*(?:<[^>\n]*>|(?!<)[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/
// oxlint-disable-next-line regexp/no-super-linear-backtracking -- of at most ADDRESS_LIMIT characters
const PART_OF_LINK_END = /^\](?:\(\s*(?:<[^>\n]*>?|[^\s<]\S*)?(?:\s+(?:"[^"]*"?|'[^']*'?)?)?\s*)?$/
const REFERENCE_END = /^\]\[[^\]\n]*\]/
const PART_OF_REFERENCE_END = /^\](?:\[[^\]\n]*)?$/

const readCloseBracket: InlineReader = ({ text, isComplete }) => {
  const link = text.slice(0, ADDRESS_LIMIT)
  const end = LINK_END.exec(link) ?? REFERENCE_END.exec(text.slice(0, LABEL_LIMIT))
  if (end) return markup(end[0].length)
  const mayBecomeLink = link.length < ADDRESS_LIMIT && PART_OF_LINK_END.test(link)
  const mayBecomeReference = text.length < LABEL_LIMIT && PART_OF_REFERENCE_END.test(text)
  return !isComplete && (mayBecomeLink || mayBecomeReference) ? WAIT : markup(1)
}

/** Reads a character reference: named, decimal or hexadecimal. What it stands for is spoken like any character. */
const readEntity: InlineReader = ({ text, isComplete }) => {
  const near = text.slice(0, MAX_ENTITY_NAME_LENGTH + 2)
  const [entity, name = ''] = ENTITY.exec(near) ?? []
  if (entity === undefined)
    return !isComplete && text.length === near.length && PART_OF_ENTITY.test(near) ? WAIT : say('&')
  const characters = name.startsWith('#') ? fromCode(name.slice(1)) : namedEntity(name)
  if (characters === undefined) return say('&')
  const step = readCharacter({ text: characters, isComplete: true })
  return step === WAIT || step.type !== 'say'
    ? markup(entity.length)
    : say(/\s/.test(characters) ? ' ' : characters, entity.length)
}

const ENTITY = /^&([a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i
const PART_OF_ENTITY = /^&(?:[a-z][a-z\d]{0,30}|#(?:\d{0,7}|x[\da-f]{0,6}))?$/i

function fromCode(digits: string): string {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  const isCharacter = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}

const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u')

/**
 * Returns true for letters of languages with spaces. In other languages a URL may directly follow a word:
 * "URLはhttps://example.jp/です".
 */
const isSpacedWord = (character: string): boolean => isWord(character) && !UNSPACED_LETTER.test(character)

const readWord: InlineReader = (ahead, before) =>
  (isSpacedWord(before) ? undefined : readAddress(ahead)) ?? readCharacter(ahead)

const READERS: Readonly<Record<string, InlineReader>> = {
  ...Object.fromEntries([...SOURCE_MARKS].map((mark) => [mark, readSourceMark])),
  ' ': readSpace,
  '*': readStars,
  _: readUnderscores,
  '~': readTildes,
  '#': readHashes,
  '\\': readBackslash,
  $: readDollar,
  '`': readCodeSpan,
  '!': readBang,
  '[': readOpenBracket,
  ']': readCloseBracket,
  '<': readHtml,
  '&': readEntity,
  '|': () => say(',', 1),
  h: readWord,
  H: readWord,
  w: readWord,
  W: readWord,
}
