import type { Page } from '@playwright/test'

/** A stretch of audible output, in milliseconds of performance.now(). */
export interface Audible {
  readonly from: number
  to: number
}

declare global {
  interface Window {
    veeOutput: Audible[]
  }
}

/** Louder than this counts as sound (full scale is 1). */
const AUDIBLE = 0.003
/** Silence shorter than this does not end a stretch: pauses between words are part of speech. */
const JOIN_MS = 60

/**
 * Listens to what the page really plays: everything that is connected to the speakers goes through an analyser first,
 * which is read more often than its window is long. Works under Playwright's `--mute-audio`.
 */
export async function tapOutput(page: Page): Promise<void> {
  await page.addInitScript(
    ({ audible, joinMs }) => {
      window.veeOutput = []
      const taps = new WeakMap<BaseAudioContext, AnalyserNode>()
      const connect = AudioNode.prototype.connect
      const tapOf = (context: BaseAudioContext): AnalyserNode => {
        const known = taps.get(context)
        if (known) return known
        const tap = context.createAnalyser()
        tap.fftSize = 2048
        Reflect.apply(connect, tap, [context.destination])
        taps.set(context, tap)
        const samples = new Float32Array(tap.fftSize)
        const perSample = 1000 / context.sampleRate
        setInterval(() => {
          tap.getFloatTimeDomainData(samples)
          const now = performance.now()
          const first = samples.findIndex((sample) => Math.abs(sample) > audible)
          if (first < 0) return
          const last = samples.findLastIndex((sample) => Math.abs(sample) > audible)
          const from = now - (samples.length - first) * perSample
          const to = now - (samples.length - last) * perSample
          const open = window.veeOutput.at(-1)
          if (open && from - open.to < joinMs) open.to = to
          else window.veeOutput.push({ from, to })
        }, 5)
        return tap
      }
      AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
        const [target] = args
        if (target instanceof AudioDestinationNode && this !== taps.get(this.context))
          args[0] = tapOf(this.context)
        return Reflect.apply(connect, this, args)
      } as typeof connect
    },
    { audible: AUDIBLE, joinMs: JOIN_MS },
  )
}

/** What has been heard so far. */
export function heard(page: Page): Promise<Audible[]> {
  return page.evaluate(() => window.veeOutput)
}
