import { useEffect, useRef } from 'react'
import { useRuntime } from '../runtime-context.ts'

/** How long the loading line stays, in ms: after the page was first drawn, and after a navigation. */
const AFTER_MOUNT_MS = 350
const AFTER_NAVIGATION_MS = 250

let isFirstScreen = true

/**
 * Stands beside a screen's content, once per screen, and so is drawn when that is there: ends the waiting, moves the focus
 * to the heading, and closes what stands over the screen when that is left.
 */
export function ScreenReady() {
  const { shell, presence } = useRuntime()
  const place = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst) {
      presence.tell({ type: 'event', event: 'navigation' })
      focusHeading(place.current?.closest('main'))
    }
    shell.page.setLoading(true)
    const timer = setTimeout(
      () => shell.page.setLoading(false),
      isFirst ? AFTER_MOUNT_MS : AFTER_NAVIGATION_MS,
    )
    return () => {
      clearTimeout(timer)
      // What stood over a screen goes with it, by the browser's own way back too.
      shell.page.closeAllModals()
    }
  }, [shell, presence])

  return <span ref={place} hidden />
}

function focusHeading(main: HTMLElement | null | undefined): void {
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
