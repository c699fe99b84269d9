import type { Page } from '@playwright/test'

/** A stretch of audible output, in milliseconds of performance.now(). */
export interface Audible {
  readonly from: number
  to: number
}

declare global {
  interface Window {
    veeOutput: Audible[]
    /** when keys and pointers went down, in milliseconds of performance.now() */
    veePresses: number[]
  }
}

/** Louder than this counts as sound (full scale is 1). */
const AUDIBLE = 0.003
/** Silence shorter than this does not end a stretch: pauses between words are part of speech. */
const JOIN_MS = 60

/**
 * Listens to what the page really plays: everything that is connected to the speakers goes through an analyser first.
 * Its window is the longest there is (0.7 s), so that a page that is busy for a while misses nothing. Works under
 * Playwright's `--mute-audio`.
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
        }, 5)
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

/** What has been heard so far. */
export function heard(page: Page): Promise<Audible[]> {
  return page.evaluate(() => window.veeOutput)
}

/** Quiet for so long, in ms, and a voice is taken to have ended. Longer than the tap's window is read late. */
const OVER_MS = 300

/** Waits for silence, and gives how long after the last press of a key or pointer sound was heard, in ms. */
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
