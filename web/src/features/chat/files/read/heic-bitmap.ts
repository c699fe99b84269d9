import libheif from 'libheif-js/libheif-wasm/libheif.js'
import codeUrl from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { AttachmentError } from './attachment-error.ts'
import { MAX_PIXELS } from './prepare-messages.ts'

/**
 * Decodes a HEIC image, upright, where the browser cannot: with libheif, 1.5 MB, which is loaded with the first one. Runs in a
 * worker. Throws AttachmentError for one that is damaged or too large.
 */
export async function heicBitmap(file: Blob): Promise<ImageBitmap> {
  const response = await fetch(codeUrl)
  if (!response.ok) throw new AttachmentError('heic')
  const { HeifDecoder } = libheif({ wasmBinary: await response.arrayBuffer() })
  const images = new HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()))
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0]
  if (!image) throw new AttachmentError('heic')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > MAX_PIXELS) throw new AttachmentError('pixels')
  const { promise, resolve } = Promise.withResolvers<ImageData | null>()
  image.display(new ImageData(width, height), resolve)
  const pixels = await promise
  for (const decoded of images) decoded.free()
  if (!pixels) throw new AttachmentError('heic')
  return createImageBitmap(pixels)
}
