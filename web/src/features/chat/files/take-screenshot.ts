import { takeStill } from '../look/take-still.ts'

/** Returns a PNG of what the user selects; undefined if they select nothing. */
export async function takeScreenshot(): Promise<File | undefined> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true }).catch(() => undefined)
  if (!stream) return undefined
  try {
    return await takeStill(stream, 'screen', 'screenshot')
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
