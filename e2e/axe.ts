import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/** The axe that Playwright's builder brings: the builder itself reads it anew, and carries all results, for each look. */
const SOURCE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** axe as it is in the page, as far as it is used. */
interface PageWithAxe {
  readonly axe: {
    run(
      context: Document | string,
      options: Readonly<Record<string, unknown>>,
    ): Promise<{
      readonly violations: readonly {
        readonly id: string
        readonly nodes: readonly { readonly html: string }[]
      }[]
    }>
  }
}

interface Look {
  /** a selector of the part that is looked at; the whole page without it */
  readonly within?: string | undefined
  /** the themes that it wears one after another; as it is without them */
  readonly themes?: readonly string[]
}

/**
 * What axe finds to be wrong, each as its rule and the elements: everything that it knows to ask, then, in each further
 * theme, what depends on the theme. axe is read once into each document, and only faults come back: all that it can tell
 * of a page is megabytes, and took most of a look's time.
 */
export async function axeFaults(page: Page, { within, themes = [] }: Look = {}): Promise<readonly string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in globalThis)) continue
    const source = await readFile(SOURCE, 'utf8')
    await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
  return page.evaluate(
    async ([within, themes]) => {
      const { axe } = globalThis as unknown as PageWithAxe
      // A menu or dialog stands at the end of the body, outside of every landmark, as the ARIA practices have it.
      const isOpen = document.querySelector('[role=menu], [role=dialog]') !== null
      const everything = isOpen ? { rules: { region: { enabled: false } } } : {}
      const ofColour = { runOnly: ['color-contrast', 'link-in-text-block'] }
      const found: string[] = []
      // What fades in has its colours when it is there.
      const fades = document.getAnimations().filter((each) => each instanceof CSSTransition)
      await Promise.allSettled(fades.map(({ finished }) => finished))
      for (const [index, theme] of (themes.length === 0 ? [undefined] : themes).entries()) {
        if (theme !== undefined) document.documentElement.dataset['theme'] = theme
        const { violations } = await axe.run(within ?? document, {
          ...(index === 0 ? everything : ofColour),
          resultTypes: ['violations'],
          // Stylesheets are read for experimental rules only.
          preload: false,
        })
        for (const { id, nodes } of violations) {
          found.push(`${theme ?? ''} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        }
      }
      return found
    },
    [within, themes] as const,
  )
}
