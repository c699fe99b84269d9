import { decodeEntities } from '@vee/contract/text/html-entities'

export interface XmlRules {
  /** elements whose text is included; without it, the text of every element */
  readonly text?: ReadonlySet<string>
  /** text written where an element starts */
  readonly open?: Readonly<Record<string, string>>
  /** text written where an element ends */
  readonly close?: Readonly<Record<string, string>>
  /** elements that are skipped with their content */
  readonly skip?: ReadonlySet<string>
}

/** A piece of XML: a tag, or the text between two tags. */
type XmlToken =
  | { readonly kind: 'text'; readonly raw: string }
  | {
      readonly kind: 'tag'
      /** in lower case, with its prefix */
      readonly name: string
      readonly isClosing: boolean
      /** `<x/>` */
      readonly isEmpty: boolean
      readonly raw: string
    }

const NAME = /^<(\/?)([\w:.-]+)/

/** Yields the tokens of XML or HTML without comments, in linear time. Ignores unclosed elements. */
function* xmlTokens(xml: string): Generator<XmlToken, void, undefined> {
  let offset = 0
  while (offset < xml.length) {
    const start = xml.indexOf('<', offset)
    if (start !== offset) yield { kind: 'text', raw: xml.slice(offset, start === -1 ? undefined : start) }
    if (start === -1) return
    const isComment = xml.startsWith('<!--', start)
    const end = xml.indexOf(isComment ? '-->' : '>', start)
    if (end === -1) return
    offset = end + (isComment ? 3 : 1)
    const raw = xml.slice(start, offset)
    const [, slash, name = ''] = NAME.exec(raw) ?? []
    if (name !== '') {
      yield {
        kind: 'tag',
        name: name.toLowerCase(),
        isClosing: slash === '/',
        isEmpty: raw.endsWith('/>'),
        raw,
      }
    }
  }
}

/**
 * Returns the text of XML or HTML by rules for its elements. Builds no tree, so that a large or malformed
 * file takes time and memory linear in its length; fetches and runs nothing in it.
 */
export function xmlText(xml: string, { text, open = {}, close = {}, skip }: XmlRules): string {
  let result = ''
  let skipping: string | undefined
  const path: string[] = []
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (skipping === undefined && (!text || text.has(path.at(-1) ?? '')))
        result += decodeEntities(token.raw).replaceAll('\u00a0', ' ')
      continue
    }
    const { name, isClosing, isEmpty } = token
    if (skipping !== undefined) {
      if (isClosing && name === skipping) skipping = undefined
    } else if (!isClosing && !isEmpty && skip?.has(name)) {
      skipping = name
    } else {
      if (!isClosing) result += open[name] ?? ''
      if (isClosing || isEmpty) result += close[name] ?? ''
      if (isClosing) path.pop()
      else if (!isEmpty) path.push(name)
    }
  }
  return result
}

/** Removes spaces at the ends of lines and more than one empty line. */
export const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const BLOCKS = [
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
  'article',
  'blockquote',
  'pre',
  'title',
]
const HTML: XmlRules = {
  skip: new Set(['script', 'style', 'template', 'noscript', 'svg', 'head']),
  open: { br: '\n', hr: '\n', li: '- ' },
  close: { ...Object.fromEntries(BLOCKS.map((name) => [name, '\n'])), td: '\t', th: '\t', p: '\n\n' },
}

export const htmlText = (html: string): string =>
  tidy(xmlText(html.replaceAll(/[\t\r\n ]+/g, ' '), HTML).replaceAll('\n ', '\n'))
