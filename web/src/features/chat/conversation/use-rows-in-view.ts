import { useEffect, useState, type RefObject } from 'react'

/**
 * Distance to the edge of the view below which a row does not count as visible, because the upper edge fades;
 * in px.
 */
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
 * Returns the id of the newest message at the last check, then those of the visible rows, separated by
 * spaces; undefined before the first check.
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
    // It also fires once at the start, and so after each new message.
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
