// Runs the page's hands-free listening over the listening corpus, with rooms, noise and a recognizer that behaves as
// Whisper does, on a virtual clock: with the light detector, and with Silero, which decides by default. Compares the
// fixed rules that the page had before. `npm run bench -- listening`; `LISTENING_DETAILS=on` names what failed,
// `LISTENING_ONLY=cafe,radio` runs parts, `LISTENING_SEED=1000` makes other rooms and replies for loudspeakers.
import { converse, WAKE_WORDS } from './listening/conversation.ts'
import { loadCorpus, loadTakes } from './listening/corpus.ts'
import { Count } from './listening/count.ts'
import { loadDeviceSpotting } from './listening/device-spotting.ts'
import { converseByFixedRules } from './listening/fixed-rules.ts'
import { Listening, type Converse, type TaughtCall } from './listening/measures.ts'
import { loadMeasuredSilero, sileroDetector } from './listening/silero.ts'
import { quantile } from './report.ts'

interface Row {
  readonly measure: string
  readonly unit: '%' | 's' | 'count'
  readonly goal?: { readonly most: number } | { readonly least: number }
  readonly value: number
  readonly count?: Count
}

const isDetailed = process.env['LISTENING_DETAILS'] === 'on'
const only = process.env['LISTENING_ONLY']
const REPLIES = 200
const RADIO_MINUTES = 60
/** Taught words that are listened for at the same time in the radio. */
const WORDS_AT_A_TIME = 4

/** The parts of the bench; each returns rows of the table. */
const PARTS: Readonly<Record<string, (of: Listening) => Promise<readonly Row[]>>> = {
  async backchannels(of) {
    const count = await of.backchannels()
    return [percent('backchannels, coughs, laughter (0.2–1.0 s) that divert the voice', count, { most: 2 })]
  },
  async interruptions(of) {
    const { taken, silentAfter } = await of.interruptions()
    return [
      percent('real interruptions taken', taken, { least: 98 }),
      seconds('voice silent after their onset, p95', quantile(silentAfter, 0.95), { most: 0.7 }),
    ]
  },
  async pauses(of) {
    const { split, sentEarly, losing } = await of.pauses()
    return [
      percent('pauses (0.4–1.6 s) that split a thought', split, { most: 2 }),
      percent('… that sent it early (withdrawn and asked again)', sentEarly),
      percent('turns that lost words by a wrong end', losing, { most: 0 }),
    ]
  },
  async ends(of) {
    return [
      seconds(
        'delay after the true end, plainly finished, p50',
        quantile(await of.endDelays('finished'), 0.5),
        { most: 0.6 },
      ),
      seconds('delay after the true end, open, p50', quantile(await of.endDelays('open'), 0.5), {
        most: 1.8,
      }),
      seconds('one-word answers, p50', quantile(await of.endDelays('answer'), 0.5), { most: 0.7 }),
    ]
  },
  async cafe(of) {
    const { answered, losing, ofOthers } = await of.inCafe(-10)
    return [
      percent('café at −10 dB: answered within 2 s of the end', answered, { least: 95 }),
      percent('café at −10 dB: turns that lost words', losing, { most: 0 }),
      percent('… with a question of others before or after them', ofOthers),
    ]
  },
  async noises(of) {
    return [percent('music, fan, typing that asked a question', await of.noises(), { most: 0 })]
  },
  async echo(of) {
    const count = await of.selfInterruptions(REPLIES)
    return [
      {
        measure: `self-interruptions and self-questions in ${count.all} replies, echo −6 to −20 dB`,
        unit: 'count',
        value: count.which.length,
        goal: { most: 0 },
        count,
      },
    ]
  },
  async loudspeakers(of) {
    const { heard, atOnce } = await of.interruptionsOnLoudspeakers(-12)
    return [
      percent('interruptions heard on loudspeakers, echo −12 dB', heard, { least: 90 }),
      percent('… before the voice had finished', atOnce),
    ]
  },
  async half(of) {
    const { kept, interrupted, diverted } = await of.inHalfDuplex(-12)
    const own = await of.selfInterruptions(REPLIES, { listensDuringResponse: false })
    return [
      percent('half duplex, echo −12 dB: said into the voice and asked after it', kept, { least: 90 }),
      percent('… voices that were interrupted by it', interrupted, { most: 0 }),
      percent('… backchannels that became a question', diverted, { most: 2 }),
      {
        measure: `… self-questions in ${own.all} replies, echo −6 to −20 dB`,
        unit: 'count',
        value: own.which.length,
        goal: { most: 0 },
        count: own,
      },
    ]
  },
  async wake(of) {
    return [
      percent('calls by name missed, nine languages', await of.missedCalls(), { most: 5 }),
      percent('sentences about a name that wake', await of.nearMisses()),
    ]
  },
  async radio(of) {
    const { wakes, seconds: sent } = await of.radio(RADIO_MINUTES)
    return [
      { measure: 'false wakes in an hour of radio', unit: 'count', value: wakes, goal: { most: 0.2 } },
      { measure: 'seconds of it that leave the device', unit: 'count', value: sent, goal: { most: 0 } },
    ]
  },
  async commands(of) {
    return [percent('spoken commands that reach a model', await of.commands(), { most: 0 })]
  },
}

/** Words that are taught to the device are spotted on it, whatever detects speech; the fixed rules had nothing of that kind. */
const ONLY_BY_DEFAULT: typeof PARTS = {
  async services(of) {
    const rows: Row[] = []
    for (const servicesMs of [0, 150, 450]) {
      const where = {
        'with headphones': await of.pauses({ servicesMs }),
        'in half duplex': await of.pausesOnLoudspeakers(-12, { servicesMs, listensDuringResponse: false }),
      }
      for (const [place, { split, losing }] of Object.entries(where))
        rows.push(
          percent(`services of ${servicesMs} ms, ${place}: pauses that split a thought`, split, { most: 2 }),
          percent('… turns that lost words', losing, { most: 0 }),
        )
    }
    return rows
  },
  async taught(of) {
    const { device, words, rejected } = await teachAll()
    const { missed, wrong } = await of.taughtCalls(device, words, false)
    const { missed: missedFar } = await of.taughtCalls(device, words, true)
    return [
      percent('wake words that teaching rejects', rejected),
      percent('calls by taught words missed on the device', missed, { most: 5 }),
      percent('… from across a room with a fan (18 dB)', missedFar),
      percent('… that call another', wrong, { most: 0 }),
      percent('sentences about a taught name that wake', await of.taughtNearMisses(device, words)),
    ]
  },
  async taughtRadio(of) {
    const { device, words } = await teachAll()
    const wordsOf = (minute: number) =>
      Array.from(
        { length: WORDS_AT_A_TIME },
        (_, index) => words[(minute * WORDS_AT_A_TIME + index) % words.length],
      )
    const { wakes, seconds: sent } = await of.radio(RADIO_MINUTES, (minute) =>
      device.open(wordsOf(minute).flatMap((word) => (word ? [word.taught] : []))),
    )
    return [
      {
        measure: 'false wakes in an hour of radio, on the device',
        unit: 'count',
        value: wakes,
        goal: { most: 0.2 },
      },
      { measure: '… seconds of it that leave the device', unit: 'count', value: sent, goal: { most: 0 } },
      { measure: '… processor time per second of sound', unit: 's', value: device.load() },
    ]
  },
}

/** Each voice of the corpus teaches the words that it calls. */
async function teachAll() {
  const device = await loadDeviceSpotting()
  const rejected = new Count()
  const words: TaughtCall[] = []
  for (const [index, takes] of loadTakes().entries()) {
    const { voice, phrase } = takes
    const taught = await device.teach(takes, WAKE_WORDS, 1_000 * index)
    const isRejected = typeof taught === 'string'
    rejected.add(isRejected, `${voice} ${phrase}: ${isRejected ? taught : ''};`)
    if (!isRejected) words.push({ voice, phrase, taught })
  }
  return { device, words, rejected }
}

function percent(measure: string, count: Count, goal?: Row['goal']): Row {
  return { measure, unit: '%', value: 100 * count.share, count, ...(goal && { goal }) }
}

function seconds(measure: string, ms: number, goal?: Row['goal']): Row {
  return { measure, unit: 's', value: ms / 1_000, ...(goal && { goal }) }
}

const shown = ({ value, unit }: Row) =>
  unit === 's'
    ? `${value.toFixed(2)} s`
    : unit === '%'
      ? `${value.toFixed(1)} %`
      : value.toFixed(value % 1 === 0 ? 0 : 1)

function isKept({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  return 'most' in goal ? value <= goal.most : value >= goal.least
}

function goalOf({ goal }: Row): string {
  if (!goal) return ''
  return 'most' in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`
}

const corpus = loadCorpus()
const silero = await loadMeasuredSilero()
const DEFAULT = 'Silero'
const VARIANTS: Readonly<Record<string, Converse>> = {
  'fixed rules': converseByFixedRules,
  light: converse,
  [DEFAULT]: (options) => converse({ ...options, createDetector: () => sileroDetector(silero) }),
}

/** The utterances that missed the goal. */
function failuresOf({ goal, count }: Row): readonly string[] {
  return (goal && 'least' in goal ? count?.others : count?.which) ?? []
}

console.log(`  ${corpus.length} utterances\n`)
const heads = Object.keys(VARIANTS).map((name) => name.padStart(11))
console.log(`  ${'measure'.padEnd(74)} ${heads.join(' ')}  goal`)
for (const [name, part] of Object.entries({ ...PARTS, ...ONLY_BY_DEFAULT })) {
  if (only !== undefined && !only.split(',').includes(name)) continue
  const columns = new Map<string, readonly Row[]>()
  for (const [variant, talk] of Object.entries(VARIANTS))
    if (name in PARTS || variant === DEFAULT) columns.set(variant, await part(new Listening(corpus, talk)))
  for (const [index, row] of (columns.get(DEFAULT) ?? []).entries()) {
    const values = Object.keys(VARIANTS).map((variant) => columns.get(variant)?.[index])
    const kept = isKept(row)
    if (kept === false) process.exitCode = 1
    const verdict = kept === undefined ? '' : kept ? 'kept' : 'MISSED'
    const cells = values.map((value) => (value ? shown(value) : '–').padStart(11))
    console.log(`  ${row.measure.padEnd(74)} ${cells.join(' ')}  ${goalOf(row).padEnd(6)} ${verdict}`)
    if (!isDetailed) continue
    for (const value of values.slice(1))
      if (value) console.log(`      ${failuresOf(value).slice(0, 60).join(' ')}`)
  }
}
const { count, ms } = silero.windows()
console.log(`\n  Silero: ${(ms / count).toFixed(2)} ms for a window of 32 ms, in this process`)
