import { ToolFailure, type ReadPage } from '#domain/tools/index.ts'
import { createPageFetcher, type PageFetcherOptions } from './fetch-page.ts'
import { readableText } from './page-text.ts'

/** Creates the page reader. `worker` is the program that extracts the text. */
export function createPageReader(worker: URL, options: PageFetcherOptions = {}): ReadPage {
  const fetchPage = createPageFetcher(options)
  return async (address, signal) => {
    const { url, mediaType, body } = await fetchPage(address, signal)
    const isHtml = mediaType.includes('html')
    const { title, text } = isHtml
      ? await readableText(worker, body, signal)
      : { title: url, text: body.trim() }
    if (text === '') throw new ToolFailure('There is no text on this page.')
    return { url, title, text }
  }
}
