import type { Parent } from './hast.ts'

/** Matches the start of a display formula. */
const DISPLAY = /^(?:\$\$|\\\[)/

/**
 * Returns a rehype plugin that renders `$$…$$` and `\[…\]` as display formulas in every position. remark-math
 * treats them as inline formulas unless each marker has a line of its own.
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
