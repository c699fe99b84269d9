import { useEffect, useRef } from 'react'
import { useRuntime } from '../runtime-context.ts'

/** Minimum duration of the loading line in ms: after the first render, and after a navigation. */
const AFTER_MOUNT_MS = 350
const AFTER_NAVIGATION_MS = 250

let isFirstScreen = true

/**
 * Rendered with a screen's content, once per screen, when that is ready: ends the loading state, moves the
 * focus to the heading, and closes overlays when the screen is left.
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
      // Overlays are closed with their screen, also with the browser's Back.
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
