import { useSyncExternalStore } from 'react'
import type { Theme, ThemeController } from '#themes/index.ts'

/** Returns the current theme. Renders again when it changes, and when the user chooses the current one. */
export function useTheme(themes: ThemeController): Theme {
  useSyncExternalStore(
    (listener) => themes.subscribe(listener),
    () => themes.chosen,
  )
  return useSyncExternalStore(
    (listener) => themes.subscribe(listener),
    () => themes.current,
  )
}
