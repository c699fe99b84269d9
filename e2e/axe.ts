import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

/**
 * The axe of Playwright's builder: the builder itself loads it again, and transfers all results, for each
 * run.
 */
const SOURCE = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/** The used part of axe's interface in the page. */
interface PageWithAxe {
  readonly axe: {
    run(
      context: Document | string | readonly Element[],
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
  /** selector of the checked part; default: the whole page */
  readonly within?: string | undefined
  /** the themes to check in sequence; default: the current one */
  readonly themes?: readonly string[]
  /**
   * Elements that were already checked in all of these themes, by the key of their appearance; new ones are
   * added. The frame of the page and the rows of lists are thus checked once per theme, and not with every
   * screen.
   */
  readonly seen?: Set<string>
}

/**
 * Returns violations found by axe, each with its rule and elements: all rules once, then for each further
 * theme the rules that depend on it, for elements that were not `seen`. axe is loaded once per document, and
 * only violations are returned, because its complete results are megabytes and took most of the time.
 */
export async function axeFaults(
  page: Page,
  { within, themes = [], seen = new Set() }: Look = {},
): Promise<readonly string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in globalThis)) continue
    const source = await readFile(SOURCE, 'utf8')
    await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
  const { found, fresh } = await page.evaluate(
    async ([within, themes, known]) => {
      const { axe } = globalThis as unknown as PageWithAxe
      // A menu or dialog is at the end of the body, outside of every landmark, according to the ARIA
      // practices.
      const isOpen = document.querySelector('[role=menu], [role=dialog]') !== null
      const everything = isOpen ? { rules: { region: { enabled: false } } } : {}
      const ofColour = { runOnly: ['color-contrast', 'link-in-text-block'] }
      const found: string[] = []
      // Waits for fading elements, because colours are final only afterwards.
      const fades = document.getAnimations().filter((each) => each instanceof CSSTransition)
      await Promise.allSettled(fades.map(({ finished }) => finished))
      /**
       * Returns the key of an element's colours: its class and those of all its ancestors, and their result
       * in the first theme.
       */
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, which has nothing of this file
      const looksOf = (element: Element) => {
        const path: string[] = []
        let ground = ''
        let opacity = 1
        for (let each: Element | null = element; each; each = each.parentElement) {
          const style = getComputedStyle(each)
          path.push(`${each.localName}.${each.getAttribute('class') ?? ''}`)
          if (ground === '' && style.backgroundColor !== 'rgba(0, 0, 0, 0)') ground = style.backgroundColor
          opacity *= Number(style.opacity)
        }
        const { color, fontSize, fontWeight } = getComputedStyle(element)
        return [color, ground, opacity, fontSize, fontWeight, ...path].join(' ')
      }
      const fresh = new Map<string, Element>()
      const findFresh = () => {
        for (const element of (document.querySelector(within ?? 'body') ?? document.body).querySelectorAll(
          '*',
        )) {
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === 3 && node.nodeValue?.trim() !== '',
          )
          if (!(hasText || element.matches('input, textarea, select')) || !element.checkVisibility()) continue
          const looks = looksOf(element)
          if (!known.includes(looks) && !fresh.has(looks)) fresh.set(looks, element)
        }
      }
      for (const [index, theme] of (themes.length === 0 ? [undefined] : themes).entries()) {
        if (theme !== undefined) document.documentElement.dataset['theme'] = theme
        if (index === 0 && themes.length > 0) findFresh()
        if (index > 0 && fresh.size === 0) break
        // An image that is rendered again in each theme has new elements.
        const isNarrow = index > 0 && [...fresh.values()].every(({ isConnected }) => isConnected)
        const { violations } = await axe.run(isNarrow ? [...fresh.values()] : (within ?? document), {
          ...(index === 0 ? everything : ofColour),
          resultTypes: ['violations'],
          // Stylesheets are read for experimental rules only.
          preload: false,
        })
        for (const { id, nodes } of violations) {
          found.push(`${theme ?? ''} ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        }
      }
      return { found, fresh: [...fresh.keys()] }
    },
    [within, themes, [...seen]] as const,
  )
  for (const looks of fresh) seen.add(looks)
  return found
}
