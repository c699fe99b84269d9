import { currentLanguage, loadLazyTexts, textsNow } from '#i18n/index.ts'
import { AttachmentError } from './attachment-error.ts'
import { fileKind } from './file-kind.ts'
import type { Ocr } from './ocr.ts'
import {
  type DocumentKind,
  MAX_PIXELS,
  OCR_TIMEOUT_MS,
  PAGE_NUMBER,
  type Prepared,
  type PrepareJob,
  type PrepareCommand,
  type PrepareReport,
  type ScanText,
} from './prepare-messages.ts'

/** Longest time for one document, in ms. */
const TIMEOUT_MS = 60_000
const HEAD_BYTES = 512

/** Stores and scales the files of one message in a worker. */
export interface FileWorker {
  /** Stores a file in this browser. Never rejects. */
  store(owner: string, id: string, file: File): Promise<void>
  /** Returns the image as it is sent. Throws AttachmentError. */
  image(file: File): Promise<Blob>
  close(): void
}

export function openFileWorker(): FileWorker {
  const worker = startWorker()
  return {
    store: async (owner, id, file) =>
      void (await worker.runJob({ kind: 'store', owner, id, file }).catch(() => undefined)),
    async image(file) {
      await assertDecodable(file)
      return contentOf(await worker.runJob({ kind: 'image', file }))
    },
    close: () => worker.end('damaged'),
  }
}

/** A document that was read. */
export interface ReadDocument {
  /** its text as the body of `PUT /attachments/{id}/text`, cut at the length that the server takes */
  readonly body: Blob
  /** SHA-256 of the file in hex; undefined on insecure origins */
  readonly hash: string | undefined
  /** number of its pages, slides, sheets or chapters */
  readonly sectionCount: number
  /** of a text: the encoding that it was taken for, if another one is possible */
  readonly encoding: string | undefined
}

interface ReadOptions {
  /** called when a page is about to be read by OCR, which takes seconds */
  readonly onOcr?: () => void
  /** called after each page of a PDF */
  readonly onPage?: ((done: number, total: number) => void) | undefined
  /** the encoding of a text that the user chose; guessed without it */
  readonly encoding?: string
}

/** Reads a document. Throws AttachmentError. */
export async function readDocument(
  file: File,
  documentKind: DocumentKind,
  { onOcr, onPage, encoding: chosen }: ReadOptions = {},
): Promise<ReadDocument> {
  let ocr: Promise<Ocr | undefined> | undefined
  // A worker of its own, which can be ended without harm to other files.
  const worker = startWorker(async (image) => {
    if (!ocr) {
      onOcr?.()
      worker.extendTo(OCR_TIMEOUT_MS + TIMEOUT_MS)
      ocr = import('./ocr.ts').then(({ openOcr }) => openOcr()).catch(() => undefined)
    }
    await loadLazyTexts()
    const text = await (await ocr)?.read(image).catch(() => undefined)
    return { text: text ?? null, unreadNote: `[${textsNow('pictures')('unread')}]` }
  }, onPage)
  worker.extendTo(TIMEOUT_MS)
  try {
    // Without them, as offline, the labels in the text are their keys.
    await loadLazyTexts().catch(() => undefined)
    const pageTitle = textsNow('chat')('files.page', { number: PAGE_NUMBER })
    const viewer = textsNow('viewer')
    const prepared = await worker.runJob({
      kind: 'document',
      file,
      documentKind,
      pageTitle,
      labels: { hidden: viewer('hidden'), comments: viewer('comments'), notes: viewer('notes') },
      encoding: chosen,
      languages: [currentLanguage(), ...navigator.languages],
    })
    const { hash, sectionCount = 0, encoding } = prepared
    return { body: contentOf(prepared), hash, sectionCount, encoding }
  } finally {
    worker.end('damaged')
    void (await ocr)?.close()
  }
}

function contentOf({ content }: Prepared): Blob {
  if (!content) throw new AttachmentError('damaged')
  return content
}

/** Starts a worker for any number of jobs, until `end`, which rejects those in progress. */
function startWorker(
  readScan?: (image: Blob) => Promise<ScanText>,
  onPage?: (done: number, total: number) => void,
) {
  const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { type: 'module' })
  const jobs = new Map<number, PromiseWithResolvers<Prepared>>()
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const postCommand = (message: PrepareCommand) => worker.postMessage(message)
  const end = (reason: AttachmentError['reason']) => {
    clearTimeout(timer)
    worker.terminate()
    for (const { reject } of jobs.values()) reject(new AttachmentError(reason))
    jobs.clear()
  }
  worker.addEventListener('error', () => end('damaged'))
  worker.addEventListener('message', ({ data }: MessageEvent<PrepareReport>) => {
    if (data.kind === 'scan') {
      void readScan?.(data.image).then((scan) => postCommand({ kind: 'scan-read', ...scan }))
      return
    }
    if (data.kind === 'page') {
      onPage?.(data.done, data.total)
      return
    }
    const job = jobs.get(data.number)
    jobs.delete(data.number)
    if (data.kind === 'done') job?.resolve(data.prepared)
    else job?.reject(new AttachmentError(data.reason))
  })
  return {
    end,
    /** Ends the worker after this time, instead of an earlier limit. */
    extendTo(milliseconds: number): void {
      clearTimeout(timer)
      timer = setTimeout(() => end('damaged'), milliseconds)
    },
    runJob(job: PrepareJob): Promise<Prepared> {
      const number = ++count
      const result = Promise.withResolvers<Prepared>()
      jobs.set(number, result)
      postCommand({ kind: 'job', number, job })
      return result.promise
    },
  }
}

/** Reads the size of an image without decoding it. Throws AttachmentError. */
async function assertDecodable(file: File): Promise<void> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  // Most browsers cannot read it; the worker then decodes it, with the same limit.
  if (fileKind(head, file.name, file.type) === 'heic') return
  const address = URL.createObjectURL(file)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const image = new Image()
  image.addEventListener('load', () => resolve())
  image.addEventListener('error', () => reject(new AttachmentError('image')))
  image.src = address
  try {
    await promise
    if (image.naturalWidth * image.naturalHeight > MAX_PIXELS) throw new AttachmentError('pixels')
  } finally {
    image.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
