import type { ComponentType } from 'react'
import { loadLazyTexts } from '#i18n/index.ts'
import { lazyWithRetry } from '#lib/async/lazy-with-retry.ts'

/**
 * Creates a part of the page that is loaded with its texts when it is first rendered. `tries` as for
 * `lazyWithRetry`.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loadTexts = loadLazyTexts,
  tries?: number,
) =>
  lazyWithRetry(async () => {
    const [component] = await Promise.all([load(), loadTexts()])
    return component
  }, tries)
