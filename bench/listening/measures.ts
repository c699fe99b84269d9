import { fold } from '@vee/contract/spoken/fold'
import { Count } from './count.ts'
import type { CorpusUtterance, UtteranceKind } from './corpus.ts'
import { isCommandOf, type ConversationLog, type ConversationOptions } from './conversation.ts'
import type { DeviceSpotting, RunningSpotter } from './device-spotting.ts'
import type { TaughtWord } from '../../web/src/voice/wake-words/word-templates.ts'
import { SceneBuilder, wordsIn, type Scene } from './scene.ts'
import {
  between,
  cafe,
  cough,
  createRandom,
  fan,
  inRoom,
  laughter,
  music,
  pick,
  roomResponse,
  atLevel,
  typing,
} from './sounds.ts'
import type { SpokenSentence } from './virtual-speech-output.ts'

/** A word that a voice of the corpus taught to the device. */
export interface TaughtCall {
  readonly voice: string
  readonly phrase: string
  readonly taught: TaughtWord
}

/** Runs one conversation: the page's voice code, or the baseline. */
export type Converse = (options: ConversationOptions) => Promise<ConversationLog>

const LANGUAGE_TAGS: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR', zh: 'zh-CN' }
/** Silence after everything, so that a turn can end. */
const AFTER_MS = 6_000
const BEFORE_MS = 1_200
const QUESTION = 'Tell me about it.'
/** A voice starts 0.55 s after the typed question; sounds into it begin later. */
const INTO_VOICE_MS = 3_000
const HOUR_SECONDS = 3_600
/** Other rooms, replies and places of sounds than those that the rules were tuned on. */
const SEED = Number(process.env['LISTENING_SEED'] ?? 0)

export class Listening {
  readonly #corpus: readonly CorpusUtterance[]
  readonly #converse: Converse

  constructor(corpus: readonly CorpusUtterance[], converse: Converse) {
    this.#corpus = corpus
    this.#converse = converse
  }

  #of(...kinds: UtteranceKind[]): readonly CorpusUtterance[] {
    return this.#corpus.filter(({ kind }) => kinds.includes(kind))
  }

  /** Vee speaks for at least this long in this language. */
  #reply(language: string, seed: number, ms: number): readonly SpokenSentence[] {
    const random = createRandom(seed)
    const known = this.#of('reply').filter((one) => one.language === language)
    const sentences: SpokenSentence[] = []
    for (let length = 0; length < ms;) {
      const { parts } = pick(random, known)
      const [part] = parts
      if (!part) break
      sentences.push({ text: part.text, samples: atLevel(part.samples, -23) })
      length += part.samples.length / 16
    }
    return sentences
  }

  /** Backchannels, coughs and laughter of 0.2 to 1.0 s during the voice; returns the share that ended or diverted it. */
  async backchannels(): Promise<Count> {
    const sounds: {
      add: (builder: SceneBuilder, at: number) => void
      language: string
      ms: number
      id: string
    }[] = []
    for (const { parts, language, id } of this.#of('backchannel')) {
      const [part] = parts
      const ms = (part?.samples.length ?? 0) / 16
      if (part && ms >= 200 && ms <= 1_000)
        sounds.push({
          language,
          ms,
          id,
          add: (builder, position) => void builder.speak(part.samples, part.text, position),
        })
    }
    const random = createRandom(11)
    for (let index = 0; index < 40; index += 1) {
      const ms = between(random, 200, 1_000)
      const isCough = index % 2 === 0
      const sound = isCough ? cough(random, ms) : laughter(random, ms)
      const kind = isCough ? 'cough' : 'laughter'
      const language = pick(random, ['en', 'de', 'ja', 'fr'])
      sounds.push({
        language,
        ms,
        id: `${kind}-${index}`,
        add: (builder, position) => void builder.noise(kind, sound, position, -2),
      })
    }
    const count = new Count()
    for (const [index, { add, language, id }] of sounds.entries()) {
      const builder = new SceneBuilder(index, INTO_VOICE_MS + 12_000, tagOf(language))
      add(builder, INTO_VOICE_MS)
      const log = await this.#intoVoice(builder.build(), language, index)
      const isDiverted = log.asked.length > 1 || log.voice.some(({ type }) => type === 'stopped')
      count.add(isDiverted, id)
    }
    return count
  }

  #intoVoice(scene: Scene, language: string, seed: number, more: Partial<ConversationOptions> = {}) {
    const reply = this.#reply(language, seed, 8_000)
    return this.#converse({ mode: 'continuous', scene, seed, reply, question: QUESTION, ...more })
  }

  /** Real interruptions with headphones; returns which were taken and when the voice was silent after their onset. */
  async interruptions(): Promise<{ readonly taken: Count; readonly silentAfter: number[] }> {
    const taken = new Count()
    const silentAfter: number[] = []
    for (const [index, { parts, language, id }] of this.#of('interruption').entries()) {
      const [part] = parts
      if (!part) continue
      const builder = new SceneBuilder(index, INTO_VOICE_MS + 10_000, tagOf(language))
      builder.speak(part.samples, part.text, INTO_VOICE_MS)
      const log = await this.#intoVoice(builder.build(), language, index)
      taken.add(
        log.asked.slice(1).some(({ text }) => shareOfWords(part.text, text) >= 0.7),
        id,
      )
      const silent = silentAt(log, INTO_VOICE_MS)
      if (silent !== undefined) silentAfter.push(silent - INTO_VOICE_MS)
    }
    return { taken, silentAfter }
  }

  /** Pauses of 0.4 to 1.6 s within a thought: returns how many split it, and how many turns were sent early. */
  async pauses(
    more: Partial<ConversationOptions> = {},
  ): Promise<{ readonly split: Count; readonly sentEarly: Count; readonly losing: Count }> {
    const [split, sentEarly, losing] = [new Count(), new Count(), new Count()]
    for (const [index, utterance] of this.#of('paused', 'correction', 'number').entries()) {
      const random = createRandom(100 + index)
      const { scene, text } = sceneOf(utterance, index, () => between(random, 400, 1_600))
      const reply = this.#reply(utterance.language, index, 4_000)
      const log = await this.#converse({ mode: 'continuous', scene, seed: index, reply, ...more })
      const final = log.asked.filter(({ isWithdrawn }) => !isWithdrawn)
      split.add(final.length > 1, utterance.id)
      sentEarly.add(log.asked.length > 1, utterance.id)
      losing.add(shareOfWords(text, final.map((turn) => turn.text).join(' ')) < 1, utterance.id)
    }
    return { split, sentEarly, losing }
  }

  /** The same on loudspeakers. */
  pausesOnLoudspeakers(decibels: number, more: Partial<ConversationOptions>) {
    return this.pauses({ echo: echoOf(0, decibels), ...more })
  }

  /** Delay from the true end of speech to the question, ms. */
  async endDelays(kind: UtteranceKind): Promise<number[]> {
    const delays: number[] = []
    for (const [index, utterance] of this.#of(kind).entries()) {
      const { scene, end } = sceneOf(utterance, index, () => 0)
      const log = await this.#converse({ mode: 'continuous', scene, seed: index })
      const last = log.asked.at(-1)
      delays.push(last ? last.at - end : Infinity)
    }
    return delays
  }

  /**
   * Turns in a café whose voices are this far below the speaker, dB: returns how many were answered within 2 s, how many
   * lost words, and how many were preceded or followed by a question of others. Each seed is another café.
   */
  async inCafe(
    decibels: number,
    seed = 200,
  ): Promise<{ readonly answered: Count; readonly losing: Count; readonly ofOthers: Count }> {
    const voices = this.#of('radio').flatMap(({ parts }) => parts.map(({ samples }) => samples))
    const [answered, losing, ofOthers] = [new Count(), new Count(), new Count()]
    for (const [index, utterance] of this.#of('finished').entries()) {
      const random = createRandom(seed + index)
      const ms = 3_000 + lengthOf(utterance) + AFTER_MS
      const builder = new SceneBuilder(index, ms, tagOf(utterance.language))
      const [part] = utterance.parts
      if (!part) continue
      builder.add(cafe(random, ms, voices), 0, decibels)
      babbleWords(builder, ms, this.#of('radio'), random)
      const end = builder.speak(part.samples, part.text, 3_000)
      const log = await this.#converse({ mode: 'continuous', scene: builder.build(), seed: index })
      const turn = log.asked.find(({ text }) => shareOfWords(part.text, text) >= 0.7)
      answered.add(turn !== undefined && turn.at - end <= 2_000, utterance.id)
      losing.add(shareOfWords(part.text, log.asked.map(({ text }) => text).join(' ')) < 0.99, utterance.id)
      ofOthers.add(
        log.asked.some(({ text }) => shareOfWords(part.text, text) < 0.3),
        utterance.id,
      )
    }
    return { answered, losing, ofOthers }
  }

  /** Music, a fan and typing without speech: returns how many scenes sent a question. */
  async noises(): Promise<Count> {
    const count = new Count()
    for (let index = 0; index < 24; index += 1) {
      const random = createRandom(300 + index)
      const builder = new SceneBuilder(index, 12_000, 'en-US')
      const kind = pick(random, ['music', 'fan', 'typing'] as const)
      const sound = { music, fan, typing }[kind](random, 9_000)
      builder.noise(kind, sound, 500, between(random, -20, -6))
      const log = await this.#converse({ mode: 'continuous', scene: builder.build(), seed: index })
      count.add(log.asked.length > 0, `${kind}-${index}`)
    }
    return count
  }

  /** Replies on loudspeakers without a canceller and without other speech, on a loaded machine. */
  async selfInterruptions(replies: number, more: Partial<ConversationOptions> = {}): Promise<Count> {
    const count = new Count()
    const languages = [...new Set(this.#corpus.map(({ language }) => language))]
    for (let index = SEED; index < SEED + replies; index += 1) {
      const language = languages[index % languages.length] ?? 'en'
      const builder = new SceneBuilder(index, 15_000, tagOf(language))
      const log = await this.#intoVoice(builder.build(), language, index, {
        isLoaded: index % 2 === 0,
        echo: echoOf(index, [-6, -9, -12, -16, -20][index % 5] ?? -12),
        ...more,
      })
      const isWrong = log.asked.length > 1 || log.voice.some(({ type }) => type === 'stopped')
      count.add(isWrong, `${language}-${index}`)
    }
    return count
  }

  /** Interruptions on loudspeakers without a canceller: returns how many became a question, and how many at once. */
  async interruptionsOnLoudspeakers(
    decibels: number,
  ): Promise<{ readonly heard: Count; readonly atOnce: Count }> {
    const [heard, atOnce] = [new Count(), new Count()]
    for (const [place, { parts, language, id }] of this.#of('interruption').entries()) {
      const index = SEED + place
      const [part] = parts
      if (!part) continue
      const builder = new SceneBuilder(index, INTO_VOICE_MS + 16_000, tagOf(language))
      // As loud as the voice.
      builder.speak(
        inRoom(part.samples, roomResponse(createRandom(index), { tailMs: 80 })),
        part.text,
        INTO_VOICE_MS + 1_000,
        3,
      )
      const log = await this.#intoVoice(builder.build(), language, index, { echo: echoOf(index, decibels) })
      const turn = log.asked.slice(1).find(({ text }) => shareOfWords(part.text, text) >= 0.7)
      heard.add(turn !== undefined, id)
      const finished = log.voice.find(({ type }) => type === 'finished')?.at ?? Infinity
      atOnce.add(turn !== undefined && turn.at < finished, id)
    }
    return { heard, atOnce }
  }

  /**
   * Speech and sounds into the voice on loudspeakers while the page does not listen during replies: returns what became
   * the next question, which voices were interrupted, and which coughs or backchannels became a question.
   */
  async inHalfDuplex(
    decibels: number,
  ): Promise<{ readonly kept: Count; readonly interrupted: Count; readonly diverted: Count }> {
    const [kept, interrupted, diverted] = [new Count(), new Count(), new Count()]
    for (const [place, { parts, language, id, kind }] of this.#of('interruption', 'backchannel').entries()) {
      const index = SEED + place
      const [part] = parts
      if (!part) continue
      const builder = new SceneBuilder(index, INTO_VOICE_MS + 18_000, tagOf(language))
      const response = roomResponse(createRandom(index), { tailMs: 80 })
      builder.speak(inRoom(part.samples, response), part.text, INTO_VOICE_MS + 1_000, 3)
      const log = await this.#intoVoice(builder.build(), language, index, {
        echo: echoOf(index, decibels),
        listensDuringResponse: false,
      })
      interrupted.add(
        log.voice.some(({ type }) => type === 'stopped' || type === 'paused'),
        id,
      )
      const next = log.asked.slice(1)
      if (kind === 'backchannel') diverted.add(next.length > 0, id)
      else kept.add(next.length === 1 && shareOfWords(part.text, next[0]?.text ?? '') >= 0.7, id)
    }
    return { kept, interrupted, diverted }
  }

  /** Agents called by name: returns the calls that were missed. */
  async missedCalls(): Promise<Count> {
    const count = new Count()
    for (const [index, utterance] of this.#of('wake').entries()) {
      const { scene } = sceneOf(utterance, index, () => 0)
      const log = await this.#converse({ mode: 'voice-activation', scene, seed: index })
      count.add(log.wakes.length === 0, utterance.id)
    }
    return count
  }

  /** Sentences about a name: returns those that woke Vee. */
  async nearMisses(): Promise<Count> {
    const count = new Count()
    for (const [index, utterance] of this.#of('nearMiss').entries()) {
      const { scene } = sceneOf(utterance, index, () => 0)
      const log = await this.#converse({ mode: 'voice-activation', scene, seed: index })
      count.add(log.wakes.length > 0, utterance.id)
    }
    return count
  }

  /**
   * Agents called by words that the same voices taught to the device: returns what was missed, and wrong names.
   * @param isFar they were taught nearby, and are called from across a room with a fan
   */
  async taughtCalls(device: DeviceSpotting, words: readonly TaughtCall[], isFar: boolean) {
    const [missed, wrong] = [new Count(), new Count()]
    for (const [index, utterance] of this.#of('wake').entries()) {
      const own = words.filter(({ voice }) => voice === utterance.voice)
      const text = utterance.parts.map((part) => part.text).join(' ')
      const word = own.find(({ phrase }) => fold(text).startsWith(fold(phrase)))?.taught.word
      if (word === undefined) continue
      const { scene } = isFar ? farSceneOf(utterance, index) : sceneOf(utterance, index, () => 0)
      const log = await this.#converse({
        mode: 'voice-activation',
        scene,
        seed: index,
        device: device.open(own.map(({ taught }) => taught)),
      })
      missed.add(log.wakes.length === 0, utterance.id)
      wrong.add(log.wakes.length > 0 && log.wakes[0]?.word !== word, utterance.id)
    }
    return { missed, wrong }
  }

  /** Sentences about a name in the voice that taught it, or of any other: returns those that woke Vee. */
  async taughtNearMisses(device: DeviceSpotting, words: readonly TaughtCall[]): Promise<Count> {
    const count = new Count()
    for (const [index, utterance] of this.#of('nearMiss').entries()) {
      const { scene } = sceneOf(utterance, index, () => 0)
      const own = words.filter(({ voice }) => voice === utterance.voice)
      const log = await this.#converse({
        mode: 'voice-activation',
        scene,
        seed: index,
        device: device.open(own.map(({ taught }) => taught)),
      })
      count.add(log.wakes.length > 0, utterance.id)
    }
    return count
  }

  /**
   * Radio without a wake word: returns false wakes and the seconds that left the device, both per hour.
   * @param device spots words on the device, other ones each minute
   */
  async radio(
    minutes: number,
    device?: (minute: number) => RunningSpotter,
  ): Promise<{ readonly wakes: number; readonly seconds: number }> {
    let [wakes, seconds] = [0, 0]
    const random = createRandom(5)
    const sentences = this.#of('radio')
    for (let minute = 0; minute < minutes; minute += 1) {
      const builder = new SceneBuilder(minute, 60_000, 'en-US')
      for (let index = 300; index < 56_000;) {
        const [part] = pick(random, sentences).parts
        if (!part) continue
        index =
          builder.speak(part.samples, part.text, index, between(random, -6, 0)) + between(random, 200, 800)
      }
      const spotting = device && { device: device(minute) }
      const log = await this.#converse({
        mode: 'voice-activation',
        scene: builder.build(),
        seed: minute,
        ...spotting,
      })
      wakes += log.wakes.length
      seconds += log.sent.reduce((sum, one) => sum + one.seconds, 0)
    }
    return { wakes: (wakes * 60) / minutes, seconds: Math.min(HOUR_SECONDS, (seconds * 60) / minutes) }
  }

  /** Spoken commands: returns those that reached the model. */
  async commands(): Promise<Count> {
    const count = new Count()
    for (const [index, utterance] of this.#of('command').entries()) {
      const [part] = utterance.parts
      if (!part || !isCommandOf(part.text, utterance.language)) throw new Error(`no command: ${utterance.id}`)
      const { scene } = sceneOf(utterance, index, () => 0)
      const log = await this.#converse({ mode: 'continuous', scene, seed: index })
      count.add(log.asked.length > 0, utterance.id)
    }
    return count
  }
}

const tagOf = (language: string): string => LANGUAGE_TAGS[language] ?? language

const lengthOf = ({ parts }: CorpusUtterance): number =>
  parts.reduce((sum, { samples }) => sum + samples.length / 16, 0)

/** A person in a quiet room. */
function sceneOf(utterance: CorpusUtterance, seed: number, pauseMs: () => number) {
  const { parts, language } = utterance
  const builder = new SceneBuilder(
    seed,
    BEFORE_MS + lengthOf(utterance) + 1_600 * (parts.length - 1) + AFTER_MS,
    tagOf(language),
  )
  let at = BEFORE_MS
  let end = at
  for (const { samples, text } of parts) {
    end = builder.speak(samples, text, at)
    at = end + pauseMs()
  }
  const text = parts.map((part) => part.text).join(' ')
  return { scene: builder.build(), end, text }
}

/** A person across a room with an audible response and a fan, softer than nearby. */
function farSceneOf(utterance: CorpusUtterance, seed: number) {
  const { parts, language } = utterance
  const random = createRandom(800 + seed)
  const response = roomResponse(random)
  const ms = BEFORE_MS + lengthOf(utterance) + AFTER_MS
  const builder = new SceneBuilder(seed, ms, tagOf(language))
  builder.noise('fan', fan(random, ms), 0, -24)
  let at = BEFORE_MS
  for (const { samples, text } of parts) at = builder.speak(inRoom(samples, response), text, at, -6)
  return { scene: builder.build() }
}

function echoOf(seed: number, decibels: number) {
  const random = createRandom(400 + seed)
  const response = roomResponse(random, { delayMs: between(random, 30, 180), tailMs: 120, wet: 0.3 })
  return { response: response.map((tap) => tap * 10 ** (decibels / 20)), isAudible: true }
}

/** Words that a recognizer may get from the tables nearby. */
function babbleWords(
  builder: SceneBuilder,
  ms: number,
  talk: readonly CorpusUtterance[],
  random: () => number,
): void {
  for (let index = 0; index < ms; index += 3_000) {
    const [part] = pick(random, talk).parts
    if (part) builder.label(wordsIn(part.text, index, index + 3_000, false))
  }
}

/** Returns when the voice went silent for good: paused or stopped, and not resumed. */
function silentAt({ voice }: ConversationLog, after: number): number | undefined {
  let silent: number | undefined
  for (const { type, at } of voice) {
    if (at < after) continue
    if (type === 'resumed') silent = undefined
    if (type === 'paused' || type === 'stopped') silent ??= at
    if (type === 'started') break
  }
  return silent
}

/** Share of the wanted words that occur in the text. */
export function shareOfWords(wanted: string, text: string): number {
  const words = tokensOf(wanted)
  const found = tokensOf(text)
  let kept = 0
  for (const word of words) {
    const index = found.indexOf(word)
    if (index === -1) continue
    found.splice(index, 1)
    kept += 1
  }
  return words.length === 0 ? 1 : kept / words.length
}

function tokensOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .flatMap((word) => (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? Array.from(word) : [word]))
    .filter((word) => word !== '')
}
