import { withMoney } from './formulas.ts'
import type { Node, Parent } from './hast.ts'

/** Converts raw HTML to text, and restores dollar signs in text (see formulas.ts). */
function plain(child: Node): Node {
  if (child.type !== 'raw' && child.type !== 'text') return child
  return { ...child, type: 'text', value: withMoney(child.value) }
}

/** Returns a rehype plugin that runs before the sanitizer, which would remove raw HTML including its text. */
export function rehypePlainText() {
  return function visit(parent: Parent): void {
    parent.children = parent.children.map((child) => (child.type === 'doctype' ? child : plain(child)))
    for (const child of parent.children) if (child.type === 'element') visit(child)
  }
}
