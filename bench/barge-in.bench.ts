// Measures barge-in in real Chromium: from the first sample of the user's speech to the ducked and to the
// silenced voice, counted in samples at the loudspeaker; and whether uninterrupted speech has gaps.
// Microphone and loudspeaker belong to one AudioContext, so that both use one clock.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { soundAfterPress, tapOutput } from '../e2e/output-tap.ts'
import { launchChromium } from './browser.ts'
import { startUpstreamProcess, startVeeBefore } from './processes.ts'
import { quantile, report } from './report.ts'

const ROUNDS = 8
/** Half a second of silence, then speech. */
const SPEECH = join(import.meta.dirname, '../e2e/audio/question.wav')
const SPEECH_BEGINS_MS = 500
/**
 * Period of the fake vendor's voice in ms: it repeats, so that the volume of playback can be derived from the
 * samples.
 */
const VOICE_REPEATS_MS = 1_000
/** Recorded time after the onset, in ms. */
const LISTEN_MS = 600
const WINDOW_MS = 10
/**
 * Two segments, the second of them long: it is interrupted where the voice one second earlier belongs to the
 * same segment.
 */
const REPLY =
  'Here is something that takes a while to say. This sentence goes on and on without any comma so that all of it is one piece of the voice and somebody has the time to speak into it and to be heard before it has come to its end at last.'
const WELL_WITHIN_MS = 4_500
/** −6 dB: well below normal volume, and above a voice that is ducked by 12 dB */
const SOFTER = 0.5
const SILENT = 0.02

declare global {
  interface Window {
    bargeIn: {
      /** all played samples, and the frame of the context at which they begin */
      played: Float32Array[]
      context?: AudioContext
      microphone?: MediaStreamAudioDestinationNode
    }
  }
}

/** Records the page's output, and replaces its microphone with one that the bench feeds. */
async function wire(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state: Window['bargeIn'] = { played: [] }
    window.bargeIn = state
    const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
      process([[channel]]) { this.port.postMessage(channel ?? new Float32Array(128)); return true }
    })`
    const taps = new WeakMap<BaseAudioContext, GainNode>()
    // oxlint-disable-next-line typescript/unbound-method -- called with the node that it is asked of
    const connect = AudioNode.prototype.connect
    const tapOf = (context: AudioContext): GainNode => {
      const known = taps.get(context)
      if (known) return known
      const tap = context.createGain()
      taps.set(context, tap)
      Reflect.apply(connect, tap, [context.destination])
      state.context = context
      const module = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }))
      void context.audioWorklet.addModule(module).then(() => {
        const recorder = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0, channelCount: 1 })
        recorder.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) =>
          state.played.push(data),
        )
        recorder.port.start()
        Reflect.apply(connect, tap, [recorder])
      })
      return tap
    }
    AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
      const [target] = args
      if (target instanceof AudioDestinationNode && this !== taps.get(this.context))
        args[0] = tapOf(this.context as AudioContext)
      return Reflect.apply(connect, this, args)
    } as typeof connect
    navigator.mediaDevices.getUserMedia = () => {
      const context = state.context ?? new AudioContext()
      state.microphone = context.createMediaStreamDestination()
      return Promise.resolve(state.microphone.stream)
    }
    const Original = window.AudioContext
    window.AudioContext = class extends Original {
      constructor(options?: AudioContextOptions) {
        super(options)
        tapOf(this)
      }
    }
    localStorage.setItem(
      'vee.user-settings.v1.5.1',
      JSON.stringify({
        audioInputMode: 'continuous',
        enableUiSounds: false,
        usesHeadphones: true,
        continuous: { listenDuringResponse: true },
      }),
    )
  })
}

/** Plays the file into the microphone; returns the start of its speech in the recorded output, in samples. */
async function speakInto(page: Page, wav: string): Promise<number> {
  return await page.evaluate(
    async ({ wav, beginsMs }) => {
      const { context, microphone, played } = window.bargeIn
      if (!context || !microphone) throw new Error('nobody listens')
      const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0))
      const source = context.createBufferSource()
      source.buffer = await context.decodeAudioData(bytes.buffer)
      source.connect(microphone)
      const at = context.currentTime
      source.start(at)
      // Almost all blocks played so far have arrived; the remaining ones are counted with the context's own
      // clock.
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, 100)
      await promise
      const behind = context.currentTime * context.sampleRate - played.length * 128
      return Math.round((at + beginsMs / 1_000) * context.sampleRate - behind)
    },
    { wav, beginsMs: SPEECH_BEGINS_MS },
  )
}

interface Reaction {
  readonly softerMs: number
  readonly silentMs: number
}

/** Returns when the voice was ducked, and when it was silent, after the onset of the user's speech, in ms. */
async function reactionTo(page: Page, onset: number): Promise<Reaction> {
  return await page.evaluate(
    ({ onset, windowMs, listenMs, repeatsMs, softer, silent }) => {
      const { played, context } = window.bargeIn
      const perMs = (context?.sampleRate ?? 1) / 1_000
      const sampleAt = (at: number) => played[Math.floor(at / 128)]?.[at % 128] ?? 0
      const loudness = (fromMs: number) => {
        let sum = 0
        const from = Math.round(onset + fromMs * perMs)
        for (let index = from; index < from + windowMs * perMs; index += 1) sum += sampleAt(index) ** 2
        return Math.sqrt(sum)
      }
      const firstBelow = (line: number) => {
        for (let ms = 0; ms < listenMs; ms += 1) {
          if (loudness(ms) < line * loudness(ms - repeatsMs)) return ms
        }
        return Number.NaN
      }
      return { softerMs: firstBelow(softer), silentMs: firstBelow(silent) }
    },
    {
      onset,
      windowMs: WINDOW_MS,
      listenMs: LISTEN_MS,
      repeatsMs: VOICE_REPEATS_MS,
      softer: SOFTER,
      silent: SILENT,
    },
  )
}

/** Returns silences of 3 ms and more between the first and the last sound, in ms. */
const gapsIn = (page: Page) =>
  page.evaluate(() => {
    const { played, context } = window.bargeIn
    const perMs = (context?.sampleRate ?? 1) / 1_000
    const samples = played.flatMap((block) => [...block])
    const loud = samples.map((sample) => Math.abs(sample) > 1e-5)
    const voice = loud.slice(loud.indexOf(true), loud.lastIndexOf(true))
    const gaps: number[] = []
    let quiet = 0
    for (const isLoud of voice) {
      if (isLoud && quiet >= 3 * perMs) gaps.push(Math.round(quiet / perMs))
      quiet = isLoud ? 0 : quiet + 1
    }
    return gaps
  })

const spoken = (page: Page, ms: number) =>
  page.waitForFunction(
    (ms) => {
      const { played, context } = window.bargeIn
      const blocks = Math.ceil((ms * (context?.sampleRate ?? 1)) / 128_000)
      const last = played.slice(-blocks)
      return last.length === blocks && last.every((block) => block.some((sample) => Math.abs(sample) > 0.001))
    },
    ms,
    { polling: 50 },
  )

const upstream = await startUpstreamProcess('--reply', REPLY)
const vee = await startVeeBefore(upstream)
const browser = await launchChromium('--autoplay-policy=no-user-gesture-required')
try {
  const wav = (await readFile(SPEECH)).toString('base64')
  const page = await (await browser.newContext({ bypassCSP: true })).newPage()
  await wire(page)
  await page.goto(`${vee.url}/en/`)
  const status = page.getByRole('region', { name: 'Talk to Vee' }).getByRole('status').last()
  const field = page.getByRole('textbox', { name: /^Message/ })

  await field.fill('Tell me a few things')
  await field.press('Enter')
  await spoken(page, 500)
  await status.filter({ hasText: 'Ready' }).waitFor()
  const gaps = await gapsIn(page)
  report({
    name: 'gaps in a voice that nobody interrupts',
    unit: '',
    value: gaps.length,
    limit: { value: 0 },
  })

  if (gaps.length > 0) console.log(`  they last ${gaps.join(', ')} ms`)

  await page.getByRole('button', { name: /^Microphone/ }).click()
  await field.fill('Tell me a few things')
  await field.press('Enter')
  const softer: number[] = []
  const silent: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // The utterance is sent, and its reply is interrupted in the next round.
    await spoken(page, WELL_WITHIN_MS)
    const onset = await speakInto(page, wav)
    await page.waitForTimeout(SPEECH_BEGINS_MS + LISTEN_MS)
    const { softerMs, silentMs } = await reactionTo(page, onset)
    softer.push(softerMs)
    silent.push(silentMs)
    await status.filter({ hasText: 'Speaking' }).waitFor()
  }
  report({
    name: 'onset of speech to a softer voice, p50',
    unit: 'ms',
    value: quantile(softer, 0.5),
    limit: { value: 100 },
  })
  report({ name: 'onset of speech to a softer voice, most', unit: 'ms', value: Math.max(...softer) })
  report({
    name: 'onset of speech to silence, p50',
    unit: 'ms',
    value: quantile(silent, 0.5),
    limit: { value: 300 },
  })
  report({ name: 'onset of speech to silence, most', unit: 'ms', value: Math.max(...silent) })
  await page.close()

  const quiet = await (await browser.newContext()).newPage()
  await tapOutput(quiet)
  await quiet.addInitScript(() =>
    localStorage.setItem('vee.user-settings.v1.5.1', JSON.stringify({ enableUiSounds: false })),
  )
  await quiet.goto(`${vee.url}/en/`)
  const presses: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await quiet.getByRole('textbox', { name: /^Message/ }).fill('Tell me a few things')
    await quiet.keyboard.press('Enter')
    const said = quiet.getByRole('region', { name: 'Talk to Vee' }).getByRole('status').last()
    await said.filter({ hasText: 'Speaking' }).waitFor()
    await quiet.waitForTimeout(500)
    await quiet.keyboard.press('Escape')
    presses.push(await soundAfterPress(quiet))
    await quiet.keyboard.press('Escape')
    await said.filter({ hasText: 'Ready' }).waitFor()
  }
  report({
    name: 'Esc to the last sample, p50',
    unit: 'ms',
    value: quantile(presses, 0.5),
    limit: { value: 100 },
  })
  report({ name: 'Esc to the last sample, most', unit: 'ms', value: Math.max(...presses) })
} finally {
  await browser.close()
  await vee.close()
  await upstream.stop()
}
