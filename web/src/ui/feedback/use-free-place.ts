import { useEffect, type RefObject } from 'react'

const importKeepFree = () => import('./keep-free.ts')

/**
 * Moves a fixed element to a place where it covers no control of the page, and again when one gets below it, while `shown`
 * is not empty. The code for it is loaded with the first one.
 */
export function useFreePlace(element: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  useEffect(() => {
    const region = element.current
    if (!region || shown.length === 0) return undefined
    let stop: (() => void) | undefined
    let isShown = true
    importKeepFree().then(
      ({ keepFree }) => {
        if (isShown) stop = keepFree(region)
      },
      // It stays where the style sheet puts it.
      () => undefined,
    )
    return () => {
      isShown = false
      stop?.()
    }
  }, [element, shown])
}
