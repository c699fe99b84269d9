import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import type { SpottedWakeWord, WakeWordSpotter } from '../hands-free/wake-word-spotter.ts'
import { HOP_SAMPLES } from './speech-embedding.ts'
import type { WakeWordWorker } from './wake-word-messages.ts'
import type { TaughtWord } from './word-templates.ts'

const MS_PER_SAMPLE = 1_000 / CAPTURE_SAMPLE_RATE

/** Spots taught words in the microphone's sound on this device. */
export interface TaughtWordSpotter extends Required<WakeWordSpotter> {
  /** Listens for these words; without any it is not available. */
  use(words: readonly TaughtWord[]): void
}

/** @param onBroken called when this device turns out not to carry it */
export function createTaughtWordSpotter(
  openWorker: () => WakeWordWorker,
  onBroken: () => void,
): TaughtWordSpotter {
  let words: readonly TaughtWord[] = []
  let isBroken = false
  let worker: WakeWordWorker | undefined
  let listener: ((spotted: SpottedWakeWord) => void) | undefined
  /** samples that the current worker received */
  let sent = 0
  /** words before it were spoken before listening started */
  let since = 0
  let piece = new Int16Array(HOP_SAMPLES)
  let filled = 0

  function open(): WakeWordWorker {
    const opened = openWorker()
    opened.addEventListener('message', ({ data }) => {
      if (worker !== opened) return
      if (data.type === 'broken') {
        isBroken = true
        close()
        onBroken()
      }
      if (data.type === 'spotted' && data.from >= since)
        listener?.({ word: data.word, agoMs: (sent + filled - data.from) * MS_PER_SAMPLE })
    })
    opened.postMessage({ type: 'listen', words })
    sent = 0
    since = 0
    filled = 0
    return opened
  }

  function close(): void {
    worker?.terminate()
    worker = undefined
  }

  const isAvailable = () => !isBroken && words.length > 0

  return {
    use(next) {
      words = next
      worker?.postMessage({ type: 'listen', words })
    },
    isAvailable,
    start(_language, _onWords, onSpotted) {
      listener = onSpotted
      since = sent
    },
    push(samples) {
      if (!isAvailable()) return
      worker ??= open()
      for (let index = 0; index < samples.length;) {
        const taken = samples.subarray(index, index + HOP_SAMPLES - filled)
        piece.set(taken, filled)
        index += taken.length
        filled += taken.length
        if (filled < HOP_SAMPLES) return
        worker.postMessage({ type: 'samples', samples: piece })
        sent += HOP_SAMPLES
        piece = new Int16Array(HOP_SAMPLES)
        filled = 0
      }
    },
    stop() {
      listener = undefined
    },
    speechEnded: () => undefined,
    close,
  }
}

interface SpotterChainDependencies {
  readonly openWorker: () => WakeWordWorker
  readonly browser: WakeWordSpotter
  /**
   * returns whether the browser's recognition keeps the sound on this device, or the user agreed that it leaves it
   */
  readonly mayUseBrowser: () => boolean
  readonly onTaughtWordsBroken: () => void
}

/** Spots with the taught words, and with the browser's recognition where that may be used. */
export function createSpotterChain({
  openWorker,
  browser,
  mayUseBrowser,
  onTaughtWordsBroken,
}: SpotterChainDependencies): {
  readonly taughtWords: TaughtWordSpotter
  readonly spotter: WakeWordSpotter
} {
  let startBrowser: (() => void) | undefined
  const taughtWords = createTaughtWordSpotter(openWorker, () => {
    onTaughtWordsBroken()
    startBrowser?.()
  })
  const isBrowserUsed = () => mayUseBrowser() && browser.isAvailable()
  const spotter: WakeWordSpotter = {
    isAvailable: () => taughtWords.isAvailable() || isBrowserUsed(),
    start(language, onWords, onSpotted) {
      taughtWords.start(language, onWords, onSpotted)
      startBrowser = () => {
        if (isBrowserUsed()) browser.start(language, onWords)
      }
      startBrowser()
    },
    push: (samples) => taughtWords.push(samples),
    stop() {
      startBrowser = undefined
      taughtWords.stop()
      browser.stop()
    },
    speechEnded: () => browser.speechEnded(),
    close: () => taughtWords.close(),
  }
  return { taughtWords, spotter }
}
