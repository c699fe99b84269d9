// Stores, scales and reads files in a worker: neither a large nor a hostile file can block the page, which ends the worker
// after a time limit.
import type { DocumentText } from '@vee/contract/entities/attachment'
import { MAX_DOCUMENT_SECTIONS, MAX_DOCUMENT_TEXT_LENGTH } from '@vee/contract/entities/attachment-limits'
import { decodeText } from '#lib/files/decode-text.ts'
import { AttachmentError } from './attachment-error.ts'
import { flatOdfText, officeText } from './office-text.ts'
import type { OfficeSection } from './office/office-section.ts'
import { isLockedOffice } from './ole.ts'
import { encodedImage } from './encoded-image.ts'
import type { PrepareJob, Prepared, PrepareCommand, PrepareReport, ScanText } from './prepare-messages.ts'
import { storeFile } from './stored-files.ts'
import { htmlText } from './xml-text.ts'

type DocumentJob = Extract<PrepareJob, { kind: 'document' }>

const report = (message: PrepareReport) => postMessage(message)

let awaitedScan: ((scan: ScanText) => void) | undefined

/** Asks the page for the text in a picture: OCR has a worker of its own. */
function readScan(image: Blob): Promise<ScanText> {
  const { promise, resolve } = Promise.withResolvers<ScanText>()
  awaitedScan = resolve
  report({ kind: 'scan', image })
  return promise
}

async function read(
  job: DocumentJob,
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void,
): Promise<DocumentText> {
  switch (job.documentKind) {
    case 'pdf': {
      // Loaded with the first PDF.
      const { pdfText } = await import('./pdf-text.ts')
      return pdfText(bytes, job.pageTitle, { readScan, onPage })
    }
    case 'archive': {
      const sections = await officeText(bytes, job.labels)
      if (!sections) throw new AttachmentError('type')
      return { sections: [...sections] }
    }
    case 'ole':
      throw new AttachmentError(isLockedOffice(bytes) ? 'locked' : 'office-format')
    case 'rtf': {
      const { rtfText } = await import('./rtf.ts')
      return { sections: [{ title: '', text: rtfText(bytes, job.labels) }] }
    }
    case 'html':
    case 'text': {
      const { encoding, languages } = job
      const { text, encoding: taken, isGuess } = await decodeText(bytes, { encoding, languages })
      const flat = flatOdfText(text, job.labels)
      if (flat) return { sections: [...flat] }
      const isShown = isGuess || encoding !== undefined
      return {
        sections: [{ title: '', text: job.documentKind === 'html' ? htmlText(text) : text }],
        ...(isShown && { encoding: taken }),
      }
    }
  }
}

/** Cuts the text at the length that the server takes. */
function truncateSections(sections: readonly OfficeSection[]): OfficeSection[] {
  let room = MAX_DOCUMENT_TEXT_LENGTH
  return sections.slice(0, MAX_DOCUMENT_SECTIONS).flatMap(({ title, text }) => {
    if (room <= 0) return []
    const excerpt = text.slice(0, room)
    room -= excerpt.length
    return { title: title.slice(0, 200), text: excerpt }
  })
}

/** Returns the text as the body of a request, so that the page handles neither its parts nor their encoding. */
async function preparedDocument(job: DocumentJob, number: number): Promise<Prepared> {
  const bytes = new Uint8Array(await job.file.arrayBuffer())
  // pdf.js takes the bytes away.
  const hash = await hashOf(bytes)
  const { sections, ...rest } = await read(job, bytes, (done, total) =>
    report({ kind: 'page', number, done, total }),
  )
  if (sections.every(({ text }) => text.trim() === '')) throw new AttachmentError('damaged')
  const body: DocumentText = { ...rest, sections: truncateSections(sections) }
  const content = new Blob([JSON.stringify(body)], { type: 'application/json' })
  return { content, hash, sectionCount: sections.length, encoding: body.encoding }
}

/** Returns the SHA-256 in hex; undefined on insecure origins. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  if (!globalThis.isSecureContext) return undefined
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function prepare(job: PrepareJob, number: number): Promise<Prepared> {
  switch (job.kind) {
    case 'store':
      await storeFile(job.owner, job.id, job.file)
      return { content: null }
    case 'image':
      return { content: await encodedImage(job.file) }
    case 'document':
      return preparedDocument(job, number)
  }
}

/** The images of one worker are decoded one after the other: each takes 4 bytes a pixel. */
let images: Promise<unknown> = Promise.resolve()

async function runJob(number: number, job: PrepareJob): Promise<void> {
  try {
    const work = job.kind === 'image' ? images.then(() => prepare(job, number)) : prepare(job, number)
    if (job.kind === 'image') images = work.catch(() => undefined)
    report({ kind: 'done', number, prepared: await work })
  } catch (error) {
    report({ kind: 'failed', number, reason: error instanceof AttachmentError ? error.reason : 'damaged' })
  }
}

addEventListener('message', ({ data: command }: MessageEvent<PrepareCommand>) => {
  if (command.kind === 'job') void runJob(command.number, command.job)
  else awaitedScan?.(command)
})
