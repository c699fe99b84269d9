import { withMoney } from './formulas.ts'
import type { Node, Parent } from './hast.ts'

/** Raw HTML becomes the text it is, and text has its money back (see formulas.ts). */
function plain(child: Node): Node {
  if (child.type !== 'raw' && child.type !== 'text') return child
  return { ...child, type: 'text', value: withMoney(child.value) }
}

/** A rehype plugin for before the sanitizer, which would drop raw HTML with all its words. */
export function rehypePlainText() {
  return function visit(parent: Parent): void {
    parent.children = parent.children.map((child) => (child.type === 'doctype' ? child : plain(child)))
    for (const child of parent.children) if (child.type === 'element') visit(child)
  }
}
