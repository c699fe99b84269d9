import type { Node, Parent } from './hast.ts'

const asText = (child: Node): Node =>
  child.type === 'raw' ? { ...child, type: 'text', value: child.value } : child

/** A rehype plugin for before the sanitizer, which drops raw HTML: shows it as the text it is, so that no word is lost. */
export function rehypeHtmlAsText() {
  return function visit(parent: Parent): void {
    parent.children = parent.children.map((child) => (child.type === 'doctype' ? child : asText(child)))
    for (const child of parent.children) if (child.type === 'element') visit(child)
  }
}
