import { sizeWithin } from '../size-within.ts'
import { AttachmentError } from './attachment-error.ts'
import { fileKind } from './file-kind.ts'

/** Maximum side of an image, in pixels: vendors scale down larger images before a model receives them. */
const MAX_SIDE = 1_568
const JPEG_QUALITY = 0.86
/** Maximum size of an image that stays PNG because it may be transparent or contain sharp lines, in bytes. */
const MAX_PNG_BYTES = 1_500_000

/**
 * Returns the image scaled down and encoded again: upright, and without its location and other metadata. Runs in a worker, as
 * encoding takes up to a second. Throws AttachmentError if the browser cannot decode it.
 */
export async function encodedImage(file: File): Promise<Blob> {
  const { bitmap, isPhoto } = await decodeImage(file)
  const { width, height } = sizeWithin(bitmap, { width: MAX_SIDE, height: MAX_SIDE })
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new AttachmentError('image')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  if (!isPhoto) {
    const png = await canvas.convertToBlob({ type: 'image/png' })
    if (png.size <= MAX_PNG_BYTES) return png
  }
  // JPEG has no transparency: a transparent background becomes white, not black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
}

const HEAD_BYTES = 512

/** Decodes an image upright; HEIC by the browser where it can (Safari), else by libheif. */
async function decodeImage(file: File): Promise<{ readonly bitmap: ImageBitmap; readonly isPhoto: boolean }> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const isHeic = fileKind(head, file.name, file.type) === 'heic'
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(async () => {
    if (!isHeic) throw new AttachmentError('image')
    const { heicBitmap } = await import('./heic-bitmap.ts')
    return heicBitmap(file)
  })
  return { bitmap, isPhoto: isHeic || file.type === 'image/jpeg' }
}
