import { AttachmentError } from './extract-text.ts'

/** Maximum side of an image, in pixels: vendors scale down larger images before a model receives them. */
const MAX_SIDE = 1_568
const JPEG_QUALITY = 0.86
/** Maximum size of an image that stays PNG because it may be transparent or contain sharp lines, in bytes. */
const PNG_MAX_BYTES = 1_500_000

/**
 * Returns the image scaled down and encoded again: upright, and without its location and other metadata. Throws
 * AttachmentError if the browser cannot decode it.
 */
export async function prepareImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new AttachmentError('image')
  })
  try {
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new AttachmentError('image')
    context.drawImage(bitmap, 0, 0, width, height)
    if (file.type !== 'image/jpeg') {
      const png = await encoded(canvas, 'image/png')
      if (png.size <= PNG_MAX_BYTES) return png
    }
    // JPEG has no transparency: a transparent background becomes white, not black.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    return await encoded(canvas, 'image/jpeg')
  } finally {
    bitmap.close()
  }
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new AttachmentError('image'))), type, JPEG_QUALITY)
  })
}
