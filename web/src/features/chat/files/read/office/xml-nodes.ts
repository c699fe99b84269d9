import { decodeEntities } from '@vee/contract/text/html-entities'

/** An element that begins, an element that ends, or text between two tags. An empty element begins and ends. */
export type XmlNode =
  | { readonly kind: 'start'; readonly name: string; readonly attributes: Attributes }
  | { readonly kind: 'end'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

/** The attributes of an element by their canonical names. */
export interface Attributes {
  get(name: string): string | undefined
}

/**
 * Prefixes by namespace: a document may declare any prefix, and "Strict Open XML" and old OpenOffice files have namespaces
 * of their own. Names without a declared namespace stay as written.
 */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/presentationml/2006/main', 'p'],
  ['http://purl.oclc.org/ooxml/presentationml/main', 'p'],
  ['http://schemas.microsoft.com/office/powerpoint/2018/8/main', 'p188'],
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', ''],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', ''],
  ['http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments', ''],
  ['http://schemas.openxmlformats.org/package/2006/relationships', ''],
  ['http://schemas.openxmlformats.org/package/2006/content-types', ''],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['http://schemas.microsoft.com/office/drawing/2014/chartex', 'cx'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/xhtml', ''],
  ['http://www.idpf.org/2007/opf', ''],
])
const ODF =
  /^urn:oasis:names:tc:opendocument:xmlns:([\w-]+):1\.\d$|^http:\/\/openoffice\.org\/2000\/([\w-]+)$/
/** Names that OpenDocument's prefixes have by convention, where they differ from the namespace. */
const ODF_PREFIXES: Readonly<Record<string, string>> = {
  datastyle: 'number',
  drawing: 'draw',
  'svg-compatible': 'svg',
}
/** The prefix of a namespace that is not known: elements in it are not read under any prefix. */
const FOREIGN = '?'

function prefixOf(namespace: string): string | undefined {
  const prefix = PREFIXES.get(namespace)
  if (prefix !== undefined) return prefix
  const odf = ODF.exec(namespace)
  const name = odf?.[1] ?? odf?.[2]
  return name === undefined ? undefined : (ODF_PREFIXES[name] ?? name)
}

type Scope = ReadonlyMap<string, string>
interface OpenElement {
  readonly name: string
  readonly scope: Scope
}

const NAME = /^<\/?([^\s/>]+)/

/** Yields the names and values of the attributes of a tag, in linear time. */
function* attributesIn(tag: string): Generator<readonly [name: string, value: string], void, undefined> {
  let offset = 0
  for (let equals = tag.indexOf('='); equals !== -1; equals = tag.indexOf('=', offset)) {
    const before = tag.slice(offset, equals).trimEnd()
    let start = before.length
    while (start > 0 && (before[start - 1] ?? '') > ' ') start--
    let quote = equals + 1
    while (quote < tag.length && (tag[quote] ?? '') <= ' ') quote++
    const mark = tag[quote]
    offset = quote + 1
    if (mark !== '"' && mark !== "'") continue
    const end = tag.indexOf(mark, offset)
    if (end === -1) return
    yield [before.slice(start), tag.slice(offset, end)]
    offset = end + 1
  }
}

/** Returns a name with the canonical prefix of its namespace. */
function canonicalName(name: string, scope: Scope, isAttribute: boolean): string {
  const colon = name.indexOf(':')
  if (colon === -1 && isAttribute) return name
  const prefix = scope.get(colon === -1 ? '' : name.slice(0, colon))
  if (prefix === undefined) return name
  const local = name.slice(colon + 1)
  return prefix === '' ? local : `${prefix}:${local}`
}

function scopeWithin(tag: string, scope: Scope): Scope {
  if (!tag.includes('xmlns')) return scope
  const inner = new Map(scope)
  for (const [name, value] of attributesIn(tag)) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    const declared = name.slice(6)
    const prefix = prefixOf(decodeEntities(value))
    inner.set(declared, prefix ?? FOREIGN)
  }
  return inner
}

class TagAttributes implements Attributes {
  readonly #tag: string
  readonly #scope: Scope
  #values: Map<string, string> | undefined

  constructor(tag: string, scope: Scope) {
    this.#tag = tag
    this.#scope = scope
  }

  get(name: string): string | undefined {
    if (!this.#values) {
      this.#values = new Map()
      for (const [written, value] of attributesIn(this.#tag))
        this.#values.set(canonicalName(written, this.#scope, true), value)
    }
    const value = this.#values.get(name)
    return value === undefined ? undefined : decodeEntities(value)
  }
}

/** Returns the index of the `>` that ends a tag; a `>` in a quoted value does not. -1 if none does. */
function endOfTag(xml: string, start: number): number {
  let end = xml.indexOf('>', start)
  let offset = start
  while (end !== -1) {
    while (offset < end && xml[offset] !== '"' && xml[offset] !== "'") offset++
    if (offset >= end) return end
    const closing = xml.indexOf(xml[offset] ?? '', offset + 1)
    if (closing === -1) return end
    offset = closing + 1
    if (closing > end) end = xml.indexOf('>', offset)
  }
  return -1
}

/** Parts of XML that are neither elements nor their text, by their beginnings, with their ends. */
const OTHERS = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/**
 * Yields the elements and texts of XML with canonical names. Builds no tree, so that a large or malformed file takes time and
 * memory linear in its length; resolves no entities but those of characters. Of the branches of `mc:AlternateContent` yields the
 * first one with text.
 */
export const xmlNodes = (xml: string): Generator<XmlNode, void, undefined> => withOneBranch(allNodes(xml))

function* allNodes(xml: string): Generator<XmlNode, void, undefined> {
  const open: OpenElement[] = []
  let scope: Scope = new Map()
  let offset = 0
  while (offset < xml.length) {
    const start = xml.indexOf('<', offset)
    if (start !== offset)
      yield { kind: 'text', text: decodeEntities(xml.slice(offset, start === -1 ? undefined : start)) }
    if (start === -1) return
    if (xml.startsWith('<![CDATA[', start)) {
      const end = xml.indexOf(']]>', start)
      if (end === -1) return
      yield { kind: 'text', text: xml.slice(start + 9, end) }
      offset = end + 3
      continue
    }
    const other = OTHERS.find(([begin]) => xml.startsWith(begin, start))
    const end = other ? xml.indexOf(other[1], start) : endOfTag(xml, start + 1)
    if (end === -1) return
    offset = end + (other?.[1].length ?? 1)
    if (other || xml[start + 1] === '!') continue
    const tag = xml.slice(start, offset)
    const written = NAME.exec(tag)?.[1] ?? ''
    if (xml[start + 1] === '/') {
      const closed = open.pop()
      yield { kind: 'end', name: closed?.name ?? canonicalName(written, scope, false) }
      scope = open.at(-1)?.scope ?? new Map()
      continue
    }
    const inner = scopeWithin(tag, scope)
    const name = canonicalName(written, inner, false)
    yield { kind: 'start', name, attributes: new TagAttributes(tag, inner) }
    if (tag.endsWith('/>')) yield { kind: 'end', name }
    else {
      open.push({ name, scope: inner })
      scope = inner
    }
  }
}

/** Elements whose content is read, by the end of their names: other text, as of positions, does not make a branch. */
const IS_TEXT = /(?:^|:)[tv]$/

function* withOneBranch(nodes: Iterable<XmlNode>): Generator<XmlNode, void, undefined> {
  /** for each open `mc:AlternateContent`: whether one of its branches had text */
  const alternatives: boolean[] = []
  let skippedDepth = 0
  let current = ''
  for (const node of nodes) {
    if (node.kind === 'start') {
      const isBranch = node.name === 'mc:Choice' || node.name === 'mc:Fallback'
      if (skippedDepth > 0 || (isBranch && alternatives.at(-1) === true)) {
        skippedDepth++
        continue
      }
      if (node.name === 'mc:AlternateContent') alternatives.push(false)
      current = node.name
    } else if (node.kind === 'end') {
      if (skippedDepth > 0) {
        skippedDepth--
        continue
      }
      if (node.name === 'mc:AlternateContent') alternatives.pop()
      current = ''
    } else {
      if (skippedDepth > 0) continue
      if (alternatives.length > 0 && IS_TEXT.test(current) && node.text.trim() !== '') alternatives.fill(true)
    }
    yield node
  }
}

/** Calls `visit` for each element that begins. */
export function forEachElement(xml: string, visit: (name: string, attributes: Attributes) => void): void {
  for (const node of xmlNodes(xml)) if (node.kind === 'start') visit(node.name, node.attributes)
}

/** Returns the canonical name of the outermost element; undefined if there is none. */
export function rootName(xml: string): string | undefined {
  for (const node of xmlNodes(xml)) if (node.kind === 'start') return node.name
  return undefined
}
