import { MAX_CITATION_LENGTH, citationAt } from '@vee/contract/text/citations'
import type { Element, Node, Parent } from './hast.ts'

/** Elements whose text has a meaning of its own. */
const LEFT_ALONE = new Set(['pre', 'code', 'a'])

/** The number of a source, `[3]`. The server has removed those that no source has. */
const NUMBER = /^\[(\d{1,4})\](?![(:])/

/**
 * Returns a rehype plugin that makes a `cite` element of each source in the text, such as `[report.pdf, Page 3]` or `[3]`. Whether
 * there is a file of that name or a source of that number is decided where it is rendered.
 */
export function rehypeCitations() {
  return function visit(parent: Parent): void {
    parent.children = parent.children.flatMap((child): Parent['children'] => {
      if (child.type === 'text') return child.value.includes('[') ? withCitations(child.value) : [child]
      if (child.type === 'element' && !LEFT_ALONE.has(child.tagName)) visit(child)
      return [child]
    })
  }
}

function withCitations(text: string): Node[] {
  const nodes: Node[] = []
  let from = 0
  for (
    let opening = text.indexOf('[');
    opening !== -1;
    opening = text.indexOf('[', Math.max(opening + 1, from))
  ) {
    const [marker, number] = NUMBER.exec(text.slice(opening, opening + 8)) ?? []
    if (marker !== undefined && number !== undefined) {
      if (opening > from) nodes.push({ type: 'text', value: text.slice(from, opening) })
      from = opening + marker.length
      nodes.push(cite({ dataNumber: number }, marker))
      continue
    }
    const citation = citationAt(text.slice(opening, opening + MAX_CITATION_LENGTH))
    if (!citation) continue
    if (opening > from) nodes.push({ type: 'text', value: text.slice(from, opening) })
    from = opening + citation.length
    nodes.push(
      ...citation.sources.map((source, index) => citationElement(source, index, citation.sources.length)),
    )
  }
  if (from < text.length) nodes.push({ type: 'text', value: text.slice(from) })
  return nodes
}

/** The text of the element is the source as the model wrote it, brackets included, for files that are not there. */
function citationElement(
  { name, locator }: { name: string; locator: string },
  index: number,
  count: number,
): Element {
  const value = `${index === 0 ? '[' : ' '}${locator === '' ? name : `${name}, ${locator}`}${index === count - 1 ? ']' : ';'}`
  return cite({ dataName: name, dataPlace: locator }, value)
}

const cite = (properties: Element['properties'], value: string): Element => ({
  type: 'element',
  tagName: 'cite',
  properties,
  children: [{ type: 'text', value }],
})
