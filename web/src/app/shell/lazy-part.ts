import type { ComponentType } from 'react'
import { loadLaterTexts } from '#i18n/index.ts'
import { lazyAgain } from '#lib/lazy-again.ts'

/** A part of the page that is loaded, with its texts, when it is first shown. `tries` as for `lazyAgain`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts = loadLaterTexts,
  tries?: number,
) =>
  lazyAgain(async () => {
    const [component] = await Promise.all([load(), loadTexts()])
    return component
  }, tries)
