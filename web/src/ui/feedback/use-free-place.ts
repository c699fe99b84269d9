import { useEffect, type RefObject } from 'react'
import type { Box } from './free-place.ts'

/** What can be pressed or typed into. */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [tabindex="0"]'

/** What is read. */
const TEXTS = 'h1, h2, h3, p, li, td, output'

/** How often a place is checked while something is shown: the page below may change. */
const CHECK_MS = 250

const importPlaces = () => import('./free-place.ts')

/** Returns the visible elements of the page that match, outside of an element. */
function visibleBeside(element: Element, selector: string): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((control) => {
    if (element.contains(control)) return []
    const { x, y, width, height } = control.getBoundingClientRect()
    const isOnPage =
      width > 1 && height > 1 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0
    return isOnPage && control.checkVisibility({ visibilityProperty: true }) ? [{ x, y, width, height }] : []
  })
}

/**
 * Moves a fixed element to a place where it covers no control of the page, and again when one gets below it. It moves while
 * `shown` is not empty. The code for it is loaded with the first one.
 */
export function useFreePlace(element: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useEffect(() => {
    const region = element.current
    if (!region || shown.length === 0) return undefined
    let isShown = true
    let timer: ReturnType<typeof setInterval> | undefined
    importPlaces().then(
      ({ freePlace, overlaps }) => {
        if (!isShown) return
        const settle = (isNew: boolean) => {
          const { x, y, width, height } = region.getBoundingClientRect()
          const controls = visibleBeside(region, CONTROLS)
          if (!isNew && !controls.some((control) => overlaps({ x, y, width, height }, control))) return
          const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
          const size = { width: innerWidth, height: innerHeight }
          const texts = visibleBeside(region, TEXTS)
          const place = freePlace({ width, height }, size, { controls, texts, top: top + 8 })
          region.style.inset = `${place.y}px auto auto ${place.x}px`
        }
        settle(true)
        timer = setInterval(() => settle(false), CHECK_MS)
      },
      // It stays where the style sheet puts it.
      () => undefined,
    )
    return () => {
      isShown = false
      clearInterval(timer)
    }
  }, [element, shown])
}
