import type { Parent } from './hast.ts'

/** What begins a formula that is set apart. */
const DISPLAY = /^(?:\$\$|\\\[)/

/**
 * A rehype plugin that sets `$$…$$` and `\[…\]` apart wherever they stand. To remark-math they are formulas within a
 * line unless each mark has a line of its own.
 */
export function rehypeDisplayMath({ source }: { readonly source: string }) {
  function visit(parent: Parent): void {
    for (const child of parent.children) {
      if (child.type !== 'element') continue
      const classes = child.properties['className']
      const from = child.position?.start.offset
      if (child.tagName === 'code' && Array.isArray(classes) && classes.includes('math-inline')) {
        if (from !== undefined && DISPLAY.test(source.slice(from, from + 2)))
          child.properties['className'] = ['language-math', 'math-display']
      } else visit(child)
    }
  }
  return visit
}
