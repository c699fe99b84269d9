import { useSyncExternalStore } from 'react'
import type { Theme, ThemeController } from '#themes/index.ts'

/** The theme that the page wears. Renders again when it changes, and when the user chooses the one that is worn. */
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
