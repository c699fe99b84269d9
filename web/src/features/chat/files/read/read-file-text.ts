import type { DocumentText } from '@vee/contract/entities/attachment'
import { MAX_ATTACHMENT_BYTES } from '@vee/contract/entities/attachment-limits'
import { AttachmentError } from './attachment-error.ts'
import { fileKind } from './file-kind.ts'
import { openFileWorker, readDocument } from './file-worker.ts'

const HEAD_BYTES = 65_536
/** Largest file of an image, in bytes, as for images of messages. */
const MAX_IMAGE_FILE_BYTES = 60_000_000

/**
 * Returns the text of a document, or of a picture by OCR, without uploading the file. Throws AttachmentError, also for a file
 * without text.
 */
export async function readFileText(file: File): Promise<DocumentText> {
  if (file.size === 0) throw new AttachmentError('empty')
  const kind = fileKind(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()), file.name, file.type)
  if (kind === 'unknown') throw new AttachmentError('type')
  const isImage = kind === 'image' || kind === 'heic'
  const maxBytes = isImage ? MAX_IMAGE_FILE_BYTES : MAX_ATTACHMENT_BYTES
  if (file.size > maxBytes) throw new AttachmentError('too-large', maxBytes)
  if (isImage) return { isByOcr: true, sections: [{ title: '', text: await textInImage(file) }] }
  const { body } = await readDocument(file, kind)
  return JSON.parse(await body.text()) as DocumentText
}

async function textInImage(file: File): Promise<string> {
  const worker = openFileWorker()
  try {
    const image = await worker.image(file)
    const { openOcr } = await import('./ocr.ts')
    const ocr = await openOcr()
    const text = await ocr.read(image).finally(() => void ocr.close())
    if (text === '') throw new AttachmentError('empty')
    return text
  } finally {
    worker.close()
  }
}
