import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from './test.ts'

declare global {
  interface Window {
    /** what the page's latest microphone plays */
    veeMicrophone: MediaStreamAudioDestinationNode | undefined
  }
}

/** Speaks a file of e2e/audio into the open microphone; resolves when it was played. */
export type Speak = (file: string, part?: { readonly fromS: number; readonly toS: number }) => Promise<void>

/**
 * Gives the page a microphone into which a test speaks when its turn has come: a recording that runs on by itself is
 * over before a busy machine is ready for it. Its browser has to allow sound without a press, as that of `microphone`.
 */
export async function openSpeech(page: Page): Promise<Speak> {
  await page.addInitScript(() => {
    MediaDevices.prototype.getUserMedia = () => {
      window.veeMicrophone = new AudioContext().createMediaStreamDestination()
      return Promise.resolve(window.veeMicrophone.stream)
    }
  })
  return async (file, part) => {
    const wav = await readFile(join(import.meta.dirname, 'audio', file), 'base64')
    await page.evaluate(
      async ({ wav, part }) => {
        const microphone = window.veeMicrophone
        const isOpen = microphone?.stream.getTracks().some(({ readyState }) => readyState === 'live')
        if (!microphone || !isOpen) throw new Error('the page has no open microphone')
        const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
        const source = new AudioBufferSourceNode(microphone.context)
        source.buffer = await microphone.context.decodeAudioData(bytes.buffer)
        source.connect(microphone)
        const ended = new Promise((resolve) => {
          source.addEventListener('ended', resolve)
        })
        if (part) source.start(0, part.fromS, part.toS - part.fromS)
        else source.start()
        await ended
      },
      { wav, part },
    )
  }
}
