// Speaks a selection of the listening corpus into the microphone of real browsers, through PulseAudio, against a real
// server with a fake vendor behind it, and prints a table. `npm run microphone`, or `npm run microphone -- firefox`.
// `MICROPHONE_ONLY=ends,cafe` runs parts, `MICROPHONE_DETAILS=on` names what is counted and prints what was decided.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { wavHeader } from '@vee/contract/audio/wav-header'
import type { TurnDecision } from '@vee/contract/turns/machine'
import { startVee, type Vee } from '../../e2e/vee.ts'
import type { RecordedRequest } from '../../fakes/upstream/recorded-request.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { openSoundRoom, type SoundRoom } from '../echo/sound-room.ts'
import { loadCorpus, type CorpusUtterance, type UtteranceKind } from '../listening/corpus.ts'
import { converse } from '../listening/conversation.ts'
import { Count } from '../listening/count.ts'
import { Listening, shareOfWords } from '../listening/measures.ts'
import { SceneBuilder, type Scene } from '../listening/scene.ts'
import { between, cafe, cough, createRandom, RATE, roomResponse, inRoom } from '../listening/sounds.ts'
import { quantile } from '../report.ts'
import { openBrowser } from './open-browser.ts'
import { recognize, secondsOf, type PlayedScene } from './recognizer.ts'
import { tapSound, type SoundTap } from './sound-tap.ts'

const LANGUAGE = 'en-US'
const EACH = Number(process.env['MICROPHONE_EACH'] ?? 8)
const IS_DETAILED = process.env['MICROPHONE_DETAILS'] === 'on'
const LEAD_MS = 800
/** A voice is audible so long before somebody speaks into it. */
const INTO_VOICE_MS = 2_500
const LIMIT_MS = 45_000
/** A shorter part of the voice contains no word. */
const MIN_ECHO_MS = 200
/** The recognizer's own time. */
const RECOGNITION_MS = 250
const QUESTION = 'Tell me about token buckets.'
const REPLY =
  'A token bucket limits how often something may happen. Each call takes one token out of the bucket. When it is empty, whoever comes has to wait. It fills up again at a steady pace, and no further than its brim. Some systems use several of them in a row.'
/** Words that a recognizer may find in the echo: of the first sentence, since others may not have been spoken yet. */
const ECHOED = [
  'limits how often something may happen.',
  'Happen.',
  'How often something.',
  'A token bucket limits.',
]

interface Settings {
  readonly usesHeadphones: boolean
  readonly listenDuringResponse: boolean
}

interface Trial {
  readonly scene: Scene
  readonly settings: Settings
  /** speaks into a reply */
  readonly isIntoVoice?: boolean
  /** dB; absent: headphones */
  readonly echo?: number
  /** how long to wait for the outcome after the scene's end */
  readonly afterMs?: number
  /** delay of the services in all, in ms: half of it until the words, half until the reply */
  readonly servicesMs?: number
}

interface Outcome {
  /** user messages of the last request to the model, without the typed question */
  readonly asked: readonly string[]
  /** when the last of them first reached the model */
  readonly askedAt: number | undefined
  /** when the page sent it */
  readonly sentAt: number | undefined
  /** start of the scene by `performance.now()` */
  readonly start: number
  readonly loudspeaker: SoundTap
}

interface Rig {
  readonly browser: Browser
  readonly vee: Vee
  readonly upstream: Upstream
  readonly room: SoundRoom
  readonly air: SoundTap
  readonly loudspeaker: SoundTap
  readonly folder: string
  readonly voiceId: string
}

const DEFAULTS: Settings = { usesHeadphones: false, listenDuringResponse: false }
const HEADPHONES: Settings = { usesHeadphones: true, listenDuringResponse: true }

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

async function until(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const limit = performance.now() + LIMIT_MS
  while (!(await isTrue())) {
    if (performance.now() > limit) throw new Error(`waited in vain: ${what}`)
    await wait(50)
  }
}

declare global {
  interface Window {
    /** when the page began to wait for a reply, in ms since the epoch */
    veeSent: number[]
    /** decisions of hands-free listening, each with its time in ms since the epoch */
    veeDecisions: (readonly [number, TurnDecision])[]
  }
}

function noteDecisions(): void {
  window.veeDecisions = []
  window.addEventListener('vee-turn', (event) => {
    const { detail } = event as CustomEvent<TurnDecision>
    if (detail.machine === 'hands-free')
      window.veeDecisions.push([performance.timeOrigin + performance.now(), detail])
  })
}

/** Prints what the page decided in a trial, and what was transcribed, in ms after the scene's start. */
async function explain(page: Page, { requests }: Upstream, played: PlayedScene): Promise<void> {
  const start = played.start() ?? 0
  console.log(`    ${played.scene.words.map(({ text }) => text).join(' ')}`)
  for (const [time, { state, event, effect, reason }] of await page.evaluate(() => window.veeDecisions))
    console.log(
      `${(time - performance.timeOrigin - start).toFixed(0).padStart(10)} ${state} ${event} → ${effect} (${reason})`,
    )
  for (const request of requests.filter(({ body }) => body.includes('RIFF')))
    console.log(
      `${(request.arrivedAt - start).toFixed(0).padStart(10)} ${secondsOf(request).toFixed(2)} s: ${recognize(request, played, () => '–')}`,
    )
}

function noteSending(): void {
  window.veeSent = []
  let isWaiting = false
  new MutationObserver(() => {
    const text = document.querySelector('[aria-label="Talk to Vee"]')?.textContent ?? ''
    const waits = /Waiting for the reply|The reply is being written|Preparing the voice/.test(text)
    if (waits && !isWaiting) window.veeSent.push(performance.timeOrigin + performance.now())
    isWaiting = waits
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

async function openPage({ browser, vee, voiceId }: Rig, settings: Settings): Promise<Page> {
  const page = await (await browser.createBrowserContext()).newPage()
  await page.evaluateOnNewDocument(
    (stored) => localStorage.setItem('vee.user-settings.v1.5.1', stored),
    JSON.stringify({
      audioInputMode: 'continuous',
      enableUiSounds: false,
      selectedTtsVoiceId: voiceId,
      usesHeadphones: settings.usesHeadphones,
      continuous: { listenDuringResponse: settings.listenDuringResponse },
    }),
  )
  await page.evaluateOnNewDocument(noteSending)
  await page.evaluateOnNewDocument(noteDecisions)
  await page.goto(`${vee.url}/en/`)
  const button = await page.waitForSelector('::-p-xpath(//button[starts-with(@aria-label, "Microphone")])')
  await button?.click()
  await until('listening', () => shows(page, 'Just talk'))
  return page
}

const shows = async (page: Page, text: string): Promise<boolean> =>
  (await page.$eval('[aria-label="Talk to Vee"]', (region) => region.textContent).catch(() => '')).includes(
    text,
  )

/** Runs a trial, once more if the page did not get as far as it: a busy machine is slow to open pages. */
async function run(rig: Rig, trial: Trial): Promise<Outcome> {
  try {
    return await attempt(rig, trial)
  } catch (error) {
    console.log(`  (again, because ${String(error)})`)
    return attempt(rig, trial)
  }
}

async function attempt(rig: Rig, trial: Trial): Promise<Outcome> {
  const { upstream, room, air, loudspeaker, folder } = rig
  const { scene, settings, isIntoVoice = false, echo = -Infinity, afterMs = 1_000, servicesMs } = trial
  upstream.reset()
  upstream.scriptOnly('chat', { text: REPLY, firstPieceAfterMs: (servicesMs ?? 0) / 2 })
  let echoes = 0
  let begun = Infinity
  // With an echo the microphone is never silent.
  const played = { scene, start: () => (echo === -Infinity ? air.beginAfter(begun) : begun) }
  /** Words of the echo, if the voice sounded while the recording was made. */
  const echoIn = (recording: RecordedRequest): string => {
    const until = recording.arrivedAt
    const isEchoed = loudspeaker.audibleMs(until - secondsOf(recording) * 1_000 - 600, until) >= MIN_ECHO_MS
    return echo !== -Infinity && isEchoed ? (ECHOED[(echoes += 1) % ECHOED.length] ?? '') : ''
  }
  upstream.scriptOnly('transcription', (request) => ({
    text: recognize(request, played, () => echoIn(request)),
    firstPieceAfterMs: servicesMs === undefined ? RECOGNITION_MS : servicesMs / 2,
  }))
  const file = join(folder, 'scene.wav')
  await writeFile(file, wavOf(scene.samples))
  await room.hear(echo)
  const page = await openPage(rig, settings)
  try {
    if (isIntoVoice) {
      await page.locator('textarea').click()
      await page.keyboard.type(QUESTION)
      await page.keyboard.press('Enter')
      await until('the voice', () => shows(page, 'Speaking'))
      await wait(INTO_VOICE_MS)
    }
    begun = performance.now()
    await room.say(file)
    const start = played.start() ?? begun
    await wait(afterMs)
    if (isIntoVoice) await until('the end of the reply', async () => !(await shows(page, 'Speaking')))
    if (isIntoVoice) await wait(1_500)
    const last = upstream.requests.findLast((request) => request.said !== '' && !request.isAborted)
    if (IS_DETAILED) await explain(page, upstream, played)
    const sent = await page.evaluate(() => window.veeSent)
    const typed = isIntoVoice ? 1 : 0
    // The server prepares replies to words that the page then does not ask.
    const asked = sent.length > typed ? usersOf(last).slice(typed) : []
    const first = upstream.requests.find(({ said }) => said === asked.at(-1))
    const sentAt = sent.at(-1)
    return {
      asked,
      askedAt: first?.arrivedAt,
      sentAt: sentAt === undefined ? undefined : sentAt - performance.timeOrigin,
      start,
      loudspeaker,
    }
  } finally {
    const context = page.browserContext()
    await page.close()
    await context.close()
  }
}

function usersOf(request: RecordedRequest | undefined): readonly string[] {
  const { messages = [] } = (request?.json ?? {}) as {
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
  }
  return messages.flatMap(({ role, content }) => (role === 'user' ? [String(content)] : []))
}

function wavOf(samples: Float32Array): Buffer {
  const pcm = Int16Array.from(samples, (sample) =>
    Math.max(-0x8000, Math.min(0x7fff, Math.round(sample * 0x8000))),
  )
  return Buffer.concat([Buffer.from(wavHeader(pcm.byteLength, RATE)), Buffer.from(pcm.buffer)])
}

const corpus = loadCorpus().filter(({ language }) => language === 'en')
const of = (...kinds: UtteranceKind[]) => corpus.filter(({ kind }) => kinds.includes(kind)).slice(0, EACH)
const textOf = ({ parts }: CorpusUtterance) => parts.map(({ text }) => text).join(' ')
const lengthOf = ({ parts }: CorpusUtterance) =>
  parts.reduce((sum, { samples }) => sum + (1_000 * samples.length) / RATE, 0)

/** A person in a quiet room, with pauses between the parts. */
function quietScene(utterance: CorpusUtterance, seed: number, pauseMs: () => number, afterMs: number) {
  const { parts } = utterance
  const ms = LEAD_MS + lengthOf(utterance) + 1_600 * (parts.length - 1) + afterMs
  const builder = new SceneBuilder(seed, ms, LANGUAGE)
  let [index, end] = [LEAD_MS, LEAD_MS]
  for (const { samples, text } of parts) {
    end = builder.speak(samples, text, index)
    index = end + pauseMs()
  }
  return { scene: builder.build(), end }
}

/** Speaks thoughts with pauses of 0.4 to 1.6 s. Returns which were split, and which lost words. */
async function pausesThrough(rig: Rig, utterances: readonly CorpusUtterance[], servicesMs?: number) {
  const [split, losing] = [new Count(), new Count()]
  for (const [index, utterance] of utterances.entries()) {
    const random = createRandom(100 + index)
    const { scene } = quietScene(utterance, index, () => between(random, 400, 1_600), 5_000)
    const delays = servicesMs === undefined ? {} : { servicesMs }
    const { asked } = await run(rig, { scene, settings: DEFAULTS, ...delays })
    split.add(asked.length > 1, utterance.id)
    losing.add(shareOfWords(textOf(utterance), asked.join(' ')) < 1, utterance.id)
  }
  return { split, losing }
}

type Row = readonly [measure: string, value: string, count?: Count]

const percent = (count: Count) => `${(100 * count.share).toFixed(0)} % of ${count.all}`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const PARTS: Readonly<Record<string, (rig: Rig) => Promise<readonly Row[]>>> = {
  async ends(rig) {
    const rows: Row[] = []
    for (const [kind, name] of [
      ['finished', 'finished statements'],
      ['open', 'open ends'],
      ['answer', 'one-word answers'],
    ] as const) {
      const [delays, ends]: [number[], number[]] = [[], []]
      const unanswered = new Count()
      for (const [index, utterance] of of(kind).entries()) {
        const { scene, end } = quietScene(utterance, index, () => 0, 4_500)
        const { askedAt, sentAt, start } = await run(rig, { scene, settings: DEFAULTS })
        unanswered.add(askedAt === undefined, utterance.id)
        if (askedAt !== undefined) delays.push(askedAt - start - end)
        if (sentAt !== undefined) ends.push(sentAt - start - end)
      }
      rows.push([
        `${name}: from the true end to the request (may be speculative), p50`,
        seconds(quantile(delays, 0.5)),
      ])
      rows.push([`${name}: from the true end to the end of the turn, p50`, seconds(quantile(ends, 0.5))])
      rows.push([`${name}: not asked`, percent(unanswered), unanswered])
    }
    return rows
  },
  async pauses(rig) {
    const { split, losing } = await pausesThrough(rig, of('paused', 'correction'))
    return [
      ['pauses (0.4–1.6 s) that split a thought', percent(split), split],
      ['turns that lost words', percent(losing), losing],
    ]
  },
  async services(rig) {
    const rows: Row[] = []
    for (const servicesMs of [0, 150, 450]) {
      const real = await pausesThrough(rig, of('paused', 'correction', 'number'), servicesMs)
      const onClock = new Listening(corpus, converse)
      const virtual = await onClock.pausesOnLoudspeakers(-12, { servicesMs, listensDuringResponse: false })
      rows.push(
        [`services of ${servicesMs} ms: pauses that split a thought`, percent(real.split), real.split],
        ['… on the virtual clock', percent(virtual.split), virtual.split],
        ['… turns that lost words', percent(real.losing), real.losing],
        ['… on the virtual clock', percent(virtual.losing), virtual.losing],
      )
    }
    return rows
  },
  async backchannels(rig) {
    const diverted = new Count()
    for (const [index, utterance] of of('backchannel').entries()) {
      const [part] = utterance.parts
      if (!part) continue
      const builder = new SceneBuilder(index, 3_000, LANGUAGE)
      const random = createRandom(11 + index)
      if (index % 2 === 0) builder.speak(part.samples, part.text, 200)
      else builder.noise('cough', cough(random, between(random, 200, 1_000)), 200, -2)
      const scene = builder.build()
      const { asked, start, loudspeaker } = await run(rig, {
        scene,
        settings: HEADPHONES,
        isIntoVoice: true,
      })
      const isStopped = loudspeaker.audibleMs(start + 2_500, start + 5_000) < 800
      diverted.add(asked.length > 0 || isStopped, index % 2 === 0 ? utterance.id : `cough-${index}`)
    }
    return [['backchannels and coughs that divert the voice', percent(diverted), diverted]]
  },
  async interruptions(rig) {
    const taken = new Count()
    const silences: number[] = []
    for (const [index, utterance] of of('interruption').entries()) {
      const { scene } = quietScene(utterance, index, () => 0, 3_000)
      const { asked, start, loudspeaker } = await run(rig, {
        scene,
        settings: HEADPHONES,
        isIntoVoice: true,
      })
      taken.add(shareOfWords(textOf(utterance), asked.join(' ')) >= 0.7, utterance.id)
      const silent = loudspeaker.silentAfter(start + LEAD_MS)
      if (silent !== undefined) silences.push(silent - start - LEAD_MS)
    }
    return [
      ['real interruptions taken', percent(taken), taken],
      ['voice silent after their onset, p50', seconds(quantile(silences, 0.5))],
      ['voice silent after their onset, p95', seconds(quantile(silences, 0.95))],
    ]
  },
  async half(rig) {
    const [kept, interrupted, echoed] = [new Count(), new Count(), new Count()]
    for (const [index, utterance] of of('interruption').entries()) {
      const [part] = utterance.parts
      if (!part) continue
      const builder = new SceneBuilder(index, LEAD_MS + lengthOf(utterance) + 500, LANGUAGE)
      const response = roomResponse(createRandom(index), { tailMs: 80 })
      builder.speak(inRoom(part.samples, response), part.text, LEAD_MS, 3)
      const { asked, start, loudspeaker } = await run(rig, {
        scene: builder.build(),
        settings: DEFAULTS,
        isIntoVoice: true,
        echo: -12,
      })
      kept.add(asked.length === 1 && shareOfWords(part.text, asked[0] ?? '') >= 0.7, utterance.id)
      echoed.add(
        asked.some((text) => shareOfWords(part.text, text) < 0.5),
        utterance.id,
      )
      interrupted.add(loudspeaker.audibleMs(start + 1_500, start + 4_000) < 800, utterance.id)
    }
    return [
      ['half duplex, echo −12 dB: said into the voice and asked after it', percent(kept), kept],
      ['… voices that stopped', percent(interrupted), interrupted],
      ['… questions of the echo', percent(echoed), echoed],
    ]
  },
  async echo(rig) {
    const own = new Count()
    for (let index = 0; index < EACH; index += 1) {
      const builder = new SceneBuilder(index, 1_000, LANGUAGE)
      const settings = { usesHeadphones: false, listenDuringResponse: index % 2 === 0 }
      const { asked } = await run(rig, {
        scene: builder.build(),
        settings,
        isIntoVoice: true,
        echo: [0, -12][index % 2] ?? 0,
      })
      own.add(asked.length > 0, `reply-${index} ${JSON.stringify(asked)}`)
    }
    return [['replies with an echo of 0 and −12 dB that asked themselves', percent(own), own]]
  },
  async cafe(rig) {
    const [answered, losing] = [new Count(), new Count()]
    const delays: number[] = []
    const voices = loadCorpus()
      .filter(({ kind }) => kind === 'radio')
      .flatMap(({ parts }) => parts.map(({ samples }) => samples))
    for (const [index, utterance] of of('finished').entries()) {
      const [part] = utterance.parts
      if (!part) continue
      const random = createRandom(200 + index)
      const ms = 3_000 + lengthOf(utterance) + 5_000
      const builder = new SceneBuilder(index, ms, LANGUAGE)
      builder.add(cafe(random, ms, voices), 0, -10)
      const end = builder.speak(part.samples, part.text, 3_000)
      const { asked, sentAt, start } = await run(rig, {
        scene: builder.build(),
        settings: DEFAULTS,
      })
      const delay = sentAt === undefined ? Infinity : sentAt - start - end
      delays.push(delay)
      answered.add(delay <= 2_000 && shareOfWords(part.text, asked.join(' ')) >= 0.7, utterance.id)
      losing.add(shareOfWords(part.text, asked.join(' ')) < 0.99, utterance.id)
    }
    return [
      ['café at −10 dB: answered within 2 s of the end', percent(answered), answered],
      ['café at −10 dB: delay, p50', seconds(quantile(delays, 0.5))],
      ['café at −10 dB: turns that lost words', percent(losing), losing],
    ]
  },
}

async function measure(name: string): Promise<void> {
  const room = await openSoundRoom()
  const upstream = await startUpstream()
  const vee = await startVee({ OPENAI_API_KEY: 'sk-room', OPENAI_BASE_URL: `${upstream.url}/v1` })
  const folder = await mkdtemp(join(tmpdir(), 'vee-scenes-'))
  const [air, loudspeaker] = [tapSound(room, 'air.monitor'), tapSound(room, 'loudspeaker.monitor')]
  const browser = await openBrowser(name, room)
  try {
    const { voices } = (await (await fetch(`${vee.url}/api/tts/voices`)).json()) as {
      readonly voices: readonly { readonly id: string; readonly provider: string; readonly lang: string }[]
    }
    const voiceId =
      voices.find(({ provider, lang }) => provider === 'espeak' && lang.startsWith('en'))?.id ?? ''
    const rig: Rig = { browser, vee, upstream, room, air, loudspeaker, folder, voiceId }
    const only = process.env['MICROPHONE_ONLY']?.split(',')
    console.log(`\n${await browser.version()}`)
    for (const [part, rowsOf] of Object.entries(PARTS)) {
      if (only && !only.includes(part)) continue
      for (const [text, value, count] of await rowsOf(rig)) {
        console.log(`  ${text.padEnd(70)} ${value.padStart(12)}`)
        if (IS_DETAILED && count && count.which.length > 0) console.log(`      ${count.which.join(' ')}`)
      }
    }
  } finally {
    await browser.close()
    air.close()
    loudspeaker.close()
    await vee.close()
    await upstream.close()
    await room.close()
    await rm(folder, { recursive: true, force: true })
  }
}

for (const name of process.argv.slice(2)) await measure(name)
