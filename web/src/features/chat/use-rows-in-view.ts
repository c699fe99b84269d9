import { useEffect, useState, type RefObject } from 'react'

/** What lies nearer to the edge of the view than this does not count as seen: the upper edge fades; in px. */
const EDGE_PX = 28

function rowsInView(view: HTMLElement, rows: HTMLElement): string {
  const { top, bottom } = view.getBoundingClientRect()
  const ids: string[] = []
  for (const row of rows.querySelectorAll<HTMLElement>('[data-message]')) {
    const place = row.getBoundingClientRect()
    if (place.bottom > top + EDGE_PX && place.top < bottom - EDGE_PX) ids.push(row.dataset['message'] ?? '')
  }
  return ids.join(' ')
}

/**
 * The id of the newest message at the last look, then those of the rows that could be seen, with a space between; undefined
 * before the first look.
 */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  newest: string,
): string | undefined {
  const [inView, setInView] = useState<string>()
  useEffect(() => {
    const view = scroller.current
    const rows = content.current
    if (!view || !rows) return undefined
    const look = () => setInView(`${newest} ${rowsInView(view, rows)}`)
    // It looks once at the beginning too, and so after each new message.
    const sizes = new ResizeObserver(look)
    sizes.observe(view)
    sizes.observe(rows)
    view.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', look)
    }
  }, [scroller, content, newest])
  return inView
}
