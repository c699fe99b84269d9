/** Returns a PNG of what the user selects; undefined if they select nothing. */
export async function takeScreenshot(): Promise<File | undefined> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => undefined)
  if (!stream) return undefined
  try {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    await video.play()
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    return new File([await canvas.convertToBlob()], `screenshot-${time}.png`, { type: 'image/png' })
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
