// Reads documents in a worker: a large or hostile file cannot block the page, which ends the worker after a
// time limit.
import { decodeText, type FileKind } from './file-kind.ts'
import { officeText, type OfficeSection } from './office-text.ts'
import { htmlText } from './xml-text.ts'

export interface ExtractJob {
  readonly bytes: Uint8Array
  readonly kind: Extract<FileKind, 'archive' | 'html' | 'text'>
}

export type ExtractResult =
  | { readonly kind: 'done'; readonly sections: readonly OfficeSection[] }
  | { readonly kind: 'failed'; readonly reason: 'type' | 'damaged' }

function extract({ bytes, kind }: ExtractJob): ExtractResult {
  if (kind === 'archive') {
    const sections = officeText(bytes)
    return sections ? { kind: 'done', sections } : { kind: 'failed', reason: 'type' }
  }
  const text = decodeText(bytes)
  return { kind: 'done', sections: [{ title: '', text: kind === 'html' ? htmlText(text) : text }] }
}

globalThis.addEventListener('message', ({ data }: MessageEvent<ExtractJob>) => {
  let result: ExtractResult
  try {
    result = extract(data)
  } catch {
    result = { kind: 'failed', reason: 'damaged' }
  }
  globalThis.postMessage(result)
})
