import type { Element, Node, Parent } from './hast.ts'

/** Blocks of running text: each has the direction of its own first letter. */
const TEXTS: ReadonlySet<string> = new Set([
  'p',
  'li',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'th',
  'td',
  'dt',
  'dd',
])
/** Blocks of such blocks: their direction is that of their first letter too, which `auto` would not find in them. */
const GROUPS: ReadonlySet<string> = new Set(['ul', 'ol', 'table', 'blockquote'])

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const LETTER = /\p{L}/u

/** Returns a rehype plugin that gives each block the direction of its text. Code is always written left to right. */
export function rehypeDirections() {
  return function visit(parent: Parent): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      const direction = directionOf(child)
      if (direction !== undefined) child.properties['dir'] = direction
      if (child.tagName !== 'code') visit(child)
    }
  }
}

function directionOf(element: Element): string | undefined {
  if (element.tagName === 'code') return 'ltr'
  if (TEXTS.has(element.tagName)) return 'auto'
  if (!GROUPS.has(element.tagName)) return undefined
  const letter = firstLetter(element)
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** Returns the first letter outside code. */
function firstLetter(node: Node): string | undefined {
  if (node.type === 'text') return LETTER.exec(node.value)?.[0]
  if (node.type !== 'element' || node.tagName === 'code') return undefined
  for (const child of node.children) {
    const letter = firstLetter(child)
    if (letter !== undefined) return letter
  }
  return undefined
}
