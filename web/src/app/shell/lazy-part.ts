import type { ComponentType } from 'react'
import { loadLazyTexts } from '#i18n/index.ts'
import { lazyComponent } from '#lib/async/lazy-component.ts'

/**
 * Creates a part of the page that is loaded with its texts when it is first rendered. `tries` as for
 * `lazyComponent`.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts = loadLazyTexts,
  tries?: number,
) =>
  lazyComponent(async () => {
    const [component] = await Promise.all([load(), loadTexts()])
    return component
  }, tries)
