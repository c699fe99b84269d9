import { lazy, type ComponentType } from 'react'
import { loadLaterTexts } from '#i18n/index.ts'

/** A part of the page that is loaded, with its texts, when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>, loadTexts = loadLaterTexts) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadTexts()])
    return { default: component }
  })
}
