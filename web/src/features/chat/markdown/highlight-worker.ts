// Highlights code in a worker, because the main thread renders the reply.
import { highlight, type CodeToken } from './highlight.ts'
import type { LanguageId } from './languages.ts'

export interface HighlightJob {
  readonly id: number
  readonly code: string
  readonly language: LanguageId
}

export interface HighlightResult {
  readonly id: number
  /** undefined when it could not be done */
  readonly lines: readonly (readonly CodeToken[])[] | undefined
}

globalThis.addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  void (async () => {
    const { id, code, language } = data
    const lines = await highlight(code, language).catch(() => undefined)
    const result: HighlightResult = { id, lines }
    globalThis.postMessage(result)
  })()
})
