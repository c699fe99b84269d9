import { DOCUMENT_SECTIONS_MAX, DOCUMENT_TEXT_MAX_LENGTH } from '@vee/contract/entities/attachment-limits'
import type { AttachmentFailure } from './draft-attachment.ts'
import type { ExtractJob, ExtractResult } from './extract.worker.ts'
import type { FileKind } from './file-kind.ts'
import type { OfficeSection } from './office-text.ts'

/** Longest time for one document, in ms. */
const TIMEOUT_MS = 60_000

/** Thrown with the reason why a file cannot be attached. */
export class AttachmentError extends Error {
  readonly reason: AttachmentFailure

  constructor(reason: AttachmentFailure) {
    super(`the file cannot be attached: ${reason}`)
    this.name = 'AttachmentError'
    this.reason = reason
  }
}

/** Returns the text of a document, cut at the length that the server takes. Throws AttachmentError. */
export async function extractText(
  bytes: Uint8Array,
  kind: Exclude<FileKind, 'image' | 'unknown'>,
): Promise<readonly OfficeSection[]> {
  const sections = kind === 'pdf' ? await pdfText(bytes) : await inWorker({ bytes, kind })
  return truncated(sections)
}

function inWorker(job: ExtractJob): Promise<readonly OfficeSection[]> {
  const worker = new Worker(new URL('./extract.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<readonly OfficeSection[]>()
  const timer = setTimeout(() => reject(new AttachmentError('damaged')), TIMEOUT_MS)
  worker.addEventListener('message', ({ data }: MessageEvent<ExtractResult>) => {
    if (data.kind === 'done') resolve(data.sections)
    else reject(new AttachmentError(data.reason))
  })
  worker.addEventListener('error', () => reject(new AttachmentError('damaged')))
  worker.postMessage(job)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}

/**
 * Returns the text of a PDF. pdf.js parses in a worker of its own; it does not run scripts in a document and
 * fetches nothing that it refers to.
 */
async function pdfText(bytes: Uint8Array): Promise<readonly OfficeSection[]> {
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/build/pdf.worker.mjs', import.meta.url).href
  const task = getDocument({ data: bytes, disableFontFace: true, useSystemFonts: false })
  const timer = setTimeout(() => void task.destroy(), TIMEOUT_MS)
  try {
    const document = await task.promise
    const sections: OfficeSection[] = []
    for (let number = 1; number <= Math.min(document.numPages, DOCUMENT_SECTIONS_MAX); number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      sections.push({ title: String(number), text: text.trim() })
      page.cleanup()
    }
    return sections
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new AttachmentError(isLocked ? 'locked' : 'damaged')
  } finally {
    clearTimeout(timer)
    await task.destroy()
  }
}

function truncated(sections: readonly OfficeSection[]): readonly OfficeSection[] {
  let room = DOCUMENT_TEXT_MAX_LENGTH
  return sections.slice(0, DOCUMENT_SECTIONS_MAX).flatMap(({ title, text }) => {
    if (room <= 0) return []
    const part = text.slice(0, room)
    room -= part.length
    return { title: title.slice(0, 200), text: part }
  })
}
