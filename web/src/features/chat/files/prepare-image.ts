import { AttachmentError } from './extract-text.ts'

/** Larger images are scaled down by vendors before a model sees them, in pixels. */
const MAX_SIDE = 1_568
const JPEG_QUALITY = 0.86
/** Formats that may be transparent, or hold sharp lines, stay without loss while they are small, in bytes. */
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
    // JPEG has no transparency: what is behind is white, not black.
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
