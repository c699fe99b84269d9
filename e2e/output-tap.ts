import type { Page } from '@playwright/test'

/** A range of audible output, in milliseconds of performance.now(). */
export interface Audible {
  readonly from: number
  to: number
}

declare global {
  interface Window {
    veeOutput: Audible[]
    /** times at which keys and pointers were pressed, in milliseconds of performance.now() */
    veePresses: number[]
  }
}

/** Threshold of audible sound (full scale is 1). */
const AUDIBLE = 0.003
/** Shorter silences do not end a range of sound, because pauses between words are part of speech, in ms. */
const JOIN_MS = 60

/**
 * Records the page's real output: everything connected to the speakers passes an analyser first. Its window
 * is the maximum (0.7 s), so that a busy page misses nothing. Works with Playwright's `--mute-audio`.
 */
export async function tapOutput(page: Pick<Page, 'addInitScript'>): Promise<void> {
  await page.addInitScript(
    ({ audible, joinMs }) => {
      window.veeOutput = []
      window.veePresses = []
      for (const type of ['keydown', 'pointerdown'])
        addEventListener(type, ({ timeStamp }) => window.veePresses.push(timeStamp), true)

      const taps = new WeakMap<BaseAudioContext, AnalyserNode>()
      // oxlint-disable-next-line typescript/unbound-method -- called with the node that it is asked of
      const connect = AudioNode.prototype.connect
      const isAudible = (sample: number) => Math.abs(sample) > audible
      const listen = (context: BaseAudioContext, tap: AnalyserNode): void => {
        const samples = new Float32Array(tap.fftSize)
        const perSample = 1000 / context.sampleRate
        let readUntil = context.currentTime
        setInterval(() => {
          const fresh = Math.round((context.currentTime - readUntil) * context.sampleRate)
          if (fresh <= 0) return
          readUntil = context.currentTime
          tap.getFloatTimeDomainData(samples)
          const now = performance.now()
          const heard = samples.subarray(-Math.min(fresh, samples.length))
          const first = heard.findIndex(isAudible)
          if (first < 0) return
          const from = now - (heard.length - first) * perSample
          const to = now - (heard.length - heard.findLastIndex(isAudible)) * perSample
          const open = window.veeOutput.at(-1)
          if (open && from - open.to < joinMs) open.to = to
          else window.veeOutput.push({ from, to })
        }, 20)
      }
      const tapOf = (context: BaseAudioContext): AnalyserNode => {
        const known = taps.get(context)
        if (known) return known
        const tap = context.createAnalyser()
        tap.fftSize = 32_768
        Reflect.apply(connect, tap, [context.destination])
        taps.set(context, tap)
        listen(context, tap)
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

/** Returns the recorded sounds so far. */
export function heard(page: Page): Promise<Audible[]> {
  return page.evaluate(() => window.veeOutput)
}

/**
 * Silence after which speech counts as finished, in ms. Longer than the tap's window, because it may be read
 * late.
 */
const OVER_MS = 300

/**
 * Waits for silence, and returns how long sound was audible after the last press of a key or pointer, in ms.
 */
export async function soundAfterPress(page: Page): Promise<number> {
  const latency = await page.waitForFunction((overMs) => {
    const last = window.veeOutput.at(-1)
    const pressed = window.veePresses.at(-1)
    if (!last || pressed === undefined || performance.now() - last.to < overMs) return undefined
    return { ms: last.to - pressed }
  }, OVER_MS)
  const { ms } = (await latency.jsonValue()) ?? { ms: Number.NaN }
  return ms
}
