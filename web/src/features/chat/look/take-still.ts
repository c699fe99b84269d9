import type { LookSource } from '@vee/contract/spoken/look'
import { fileStamp } from '#lib/local-day.ts'

/** Frames of a camera that are skipped: the first ones are too dark, until it has adjusted to the light. */
const CAMERA_FRAMES = 8
/** Longest wait for these frames in ms, as a camera may send few in the dark. */
const CAMERA_WAIT_MS = 1_000

/** Returns one picture of the stream, named after its source and the time. Throws if it sends none. */
export async function takeStill(stream: MediaStream, source: LookSource, name: string): Promise<File> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  try {
    await video.play()
    if (source === 'camera') await waitForExposure(video)
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight)
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    // The text on a screen needs sharp lines, a photo does not.
    const [type, ending] =
      source === 'screen' ? (['image/png', 'png'] as const) : (['image/jpeg', 'jpg'] as const)
    const time = fileStamp(Date.now())
    return new File([await canvas.convertToBlob({ type, quality: 0.92 })], `${name}-${time}.${ending}`, {
      type,
    })
  } finally {
    video.srcObject = null
  }
}

function waitForExposure(video: HTMLVideoElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, CAMERA_WAIT_MS)
  let frames = 0
  const count = () => {
    frames += 1
    if (frames === CAMERA_FRAMES) resolve()
    else video.requestVideoFrameCallback(count)
  }
  video.requestVideoFrameCallback(count)
  return promise.finally(() => clearTimeout(timer))
}
