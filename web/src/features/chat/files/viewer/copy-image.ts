/** Copies an image, whatever its type, as PNG: the only type that every clipboard accepts. Rejects if it cannot. */
export function copyImage(address: string): Promise<void> {
  // Safari accepts only a promise that was created in the user's action.
  return navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(address) })])
}

async function asPng(address: string): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The image has no pixels'))),
      'image/png',
    )
  })
}
