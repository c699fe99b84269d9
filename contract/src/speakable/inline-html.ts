import { markup, say } from './inline-step.ts'
import type { InlineStep } from './inline-step.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, Wait } from './markdown-token.ts'
import { hostOf } from './web-address.ts'

const TAG_LIMIT = 400
const TAG = /^<\/?([a-z][a-z\d-]*)(?:\s[^<>]*)?\/?>/i
const AUTOLINK = /^<([a-z\d][^\s<>]*)>/i
const PART = /^<(?:\/?(?:[a-z][^<>]*)?|[a-z\d][^\s<>]*)$/i

/** Elements whose content is not text. */
const OPAQUE = new Set(['script', 'style', 'svg', 'iframe', 'object', 'math'])
/** Elements that separate words. */
const PARTING = new Set(['br', 'p', 'li', 'td', 'th', 'tr', 'div', 'hr', 'h1', 'h2', 'h3', 'h4', 'summary'])

/**
 * Reads an HTML tag. The tag itself is not spoken, its content is; a URL in angle brackets is spoken by its
 * host, other text in them verbatim.
 */
export function readHtml({ text, isComplete }: Ahead): InlineStep | Wait {
  if (text.startsWith('<!--')) return { type: 'hidden', close: '-->', length: 4 }
  const near = text.slice(0, TAG_LIMIT)
  const [tag, name] = TAG.exec(near) ?? []
  if (tag !== undefined && name !== undefined) return readTag(tag, name.toLowerCase())
  const [link, address = ''] = AUTOLINK.exec(near) ?? []
  if (link !== undefined && /^(?:https?:\/\/|mailto:)|@/i.test(address))
    return say(nameOf(address), link.length)
  const isCut = near.length < TAG_LIMIT && (PART.test(near) || '<!--'.startsWith(near))
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
