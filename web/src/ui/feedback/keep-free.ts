import { freePlace, overlaps, type Box } from './free-place.ts'

/**
 * What can be pressed or typed into. Not everything that takes the focus: an area that scrolls does so for its keys, and
 * fills most of the page.
 */
const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role=button], [role=slider], [role=option]'

/** What is read. */
const TEXTS = 'h1, h2, h3, p, li, td, output'

/** How often the place is checked, in ms. The page changes most while it opens. */
const CHECK_MS = 250
/** After this time in ms, only points below the element are checked: reading all controls of a long page takes time. */
const EXACT_MS = 5_000
const POINT_DISTANCE = 24

/** Returns the visible elements of the page that match, outside of an element. */
function visibleBeside(element: Element, selector: string): Box[] {
  return [...document.querySelectorAll(selector)].flatMap((match) => {
    if (element.contains(match)) return []
    const { x, y, width, height } = match.getBoundingClientRect()
    const isOnPage =
      width > 1 && height > 1 && x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0
    return isOnPage && match.checkVisibility({ visibilityProperty: true }) ? [{ x, y, width, height }] : []
  })
}

/** Returns whether a control of the page is below one of the points of an element. */
function isAnyBelow(element: Element, { x, y, width, height }: Box): boolean {
  for (let left = x; left <= x + width; left += POINT_DISTANCE) {
    for (let top = y; top <= y + height; top += POINT_DISTANCE) {
      const hit = document.elementsFromPoint(left, top).find((candidate) => !element.contains(candidate))
      if (hit?.closest(CONTROLS)) return true
    }
  }
  return false
}

/**
 * Moves a fixed element at the window's upper left corner off the controls of the page until the returned function is
 * called. By `translate`: a change of its position would count as a layout shift.
 */
export function keepFree(element: HTMLElement): () => void {
  let hasBest = false
  function settle(): void {
    const { width, height } = element.getBoundingClientRect()
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const { x, y } = freePlace(
      { width, height },
      { width: innerWidth, height: innerHeight },
      {
        controls: visibleBeside(element, CONTROLS),
        texts: visibleBeside(element, TEXTS),
        top: header + 8,
      },
    )
    const translation = `${x}px ${y}px`
    // Nothing is better: the page is not searched again.
    hasBest = translation === element.style.translate
    element.style.translate = translation
  }
  const begun = performance.now()
  settle()
  const timer = setInterval(() => {
    const box = element.getBoundingClientRect()
    const isExact = performance.now() - begun < EXACT_MS
    if (!isExact && hasBest) return
    const isCovering = isExact
      ? visibleBeside(element, CONTROLS).some((control) => overlaps(box, control))
      : isAnyBelow(element, box)
    if (isCovering) settle()
  }, CHECK_MS)
  return () => clearInterval(timer)
}
