import { fold } from '@vee/contract/spoken/fold'
import { isBackchannel } from '@vee/contract/spoken/backchannels'
import { FRAME_MS, FRAME_SAMPLES } from '../../web/src/voice/capture/frames.ts'
import { createEnergyDetector } from '@vee/contract/audio/energy-detector'
import { isCommandOf, WAKE_WORDS, type ConversationLog, type ConversationOptions } from './conversation.ts'
import type { Scene } from './scene.ts'

/** Time from a recording to its words, ms. */
const HEARING_MS = 250
/** Time from a question to the first sound of its reply, ms. */
const REPLY_MS = 550
const COMMIT_AFTER_MS = 500
const COMPLETE_AFTER_MS = 700
const SILENCE_MS = 2_500
const OPEN_WORDS = new Set(
  'and or but to of the a in on that und oder der die das et ou le la y o el e il'.split(' '),
)

/**
 * The rules before words, voices and rooms decided: an energy detector without a speaker's level, the transcriber's
 * full stop ends a turn after 700 ms and everything else after 2.5 s, half a second of sound ends the voice, nothing
 * is recorded on loudspeakers, and every segment is searched for a name at its start. The baseline of the bench.
 */
export function converseByFixedRules(options: ConversationOptions): Promise<ConversationLog> {
  const { scene } = options
  const rules = new FixedRules(options)
  for (let index = 0; (index + 1) * FRAME_SAMPLES <= scene.samples.length; index += 1)
    rules.hear(
      scene.samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES),
      (index + 1) * FRAME_MS,
    )
  return Promise.resolve(rules.log)
}

class FixedRules {
  readonly log: { -readonly [Key in keyof ConversationLog]: ConversationLog[Key][number][] } = {
    asked: [],
    commands: [],
    wakes: [],
    voice: [],
    sent: [],
  }
  readonly #detector = createEnergyDetector({ sensitivityDb: -50 })
  readonly #options: ConversationOptions
  readonly #replyMs: number
  #voice: { readonly from: number; readonly to: number } | undefined
  #startedAt: number | undefined
  #endedAt: number | undefined
  #text = ''
  #isInterrupting = false

  constructor(options: ConversationOptions) {
    this.#options = options
    this.#replyMs = (options.reply ?? []).reduce((sum, { samples }) => sum + samples.length / 16 + 200, 0)
    if (options.question === undefined) return
    this.#text = options.question
    this.#ask(0)
  }

  hear(sound: Float32Array, now: number): void {
    const isSpeaking = this.#voice !== undefined && now >= this.#voice.from && now < this.#voice.to
    const found = this.#detector.push(pcmOf(sound))
    if (isSpeaking && this.#options.echo) return
    for (const { type, at } of found) {
      if (type === 'speech-start') {
        this.#startedAt = at
        this.#endedAt = undefined
        this.#isInterrupting = isSpeaking
      } else if (this.#startedAt !== undefined) {
        if (type === 'speech-end') this.#onSegment(this.#startedAt, at, now)
        this.#startedAt = undefined
      }
    }
    if (this.#isInterrupting && this.#startedAt !== undefined && now - this.#startedAt >= COMMIT_AFTER_MS)
      this.#stopVoice(now)
    if (this.#endedAt !== undefined && this.#startedAt === undefined && now >= this.#endedAt + this.#delay())
      this.#ask(now)
  }

  #onSegment(from: number, to: number, now: number): void {
    const { scene, mode } = this.#options
    this.log.sent.push({ at: now, seconds: (to - from) / 1_000 })
    const words = wordsWithin(scene, from - 300, to + 200)
    if (this.#isInterrupting) {
      this.#isInterrupting = false
      if (words === '' || isBackchannel(words, scene.language)) return
      this.#stopVoice(now + HEARING_MS)
    }
    if (mode === 'voice-activation') return onName(words, now, this.log)
    if (words !== '' && isCommandOf(words, scene.language)) this.log.commands.push({ at: now, text: words })
    this.#text = [this.#text, words].filter((part) => part !== '').join(' ')
    this.#endedAt = to
  }

  #delay(): number {
    const folded = fold(this.#text)
    const isOpen = OPEN_WORDS.has(folded.split(' ').at(-1) ?? '')
    const isComplete = /[.?!。？！]$/u.test(this.#text) && folded.includes(' ') && !isOpen
    return Math.max(450 + HEARING_MS, isComplete ? COMPLETE_AFTER_MS : SILENCE_MS)
  }

  #ask(at: number): void {
    if (this.#text !== '') {
      this.log.asked.push({ at, text: this.#text, isWithdrawn: false })
      if (this.#replyMs > 0) this.#voice = { from: at + REPLY_MS, to: at + REPLY_MS + this.#replyMs }
    }
    this.#text = ''
    this.#endedAt = undefined
  }

  #stopVoice(at: number): void {
    this.#voice = undefined
    this.#isInterrupting = false
    this.log.voice.push({ at, type: 'stopped' })
  }
}

function onName(words: string, at: number, log: { wakes: { at: number; word: string }[] }): void {
  const said = fold(words)
  const word = WAKE_WORDS.find((name) => said === fold(name) || said.startsWith(`${fold(name)} `))
  if (word !== undefined) log.wakes.push({ at, word })
}

function wordsWithin({ words, language, noises }: Scene, from: number, to: number): string {
  const within = words.filter(
    (word) => Math.min(word.to, to) - Math.max(word.from, from) >= 0.6 * (word.to - word.from),
  )
  const said = within.filter(({ isUser }) => isUser)
  if (said.length === 0)
    return noises.some((noise) => noise.from < to && noise.to > from && noise.kind === 'laughter')
      ? 'Ha ha ha.'
      : ''
  const text = said
    .map(({ text: word }) => word)
    .join(language === 'ja' || language === 'zh' ? '' : ' ')
    .replace(/[,、，.。;:]$/u, '')
  return /[?？]$/u.test(text) ? text : `${text}.`
}

function pcmOf(sound: Float32Array): Int16Array {
  const samples = new Int16Array(sound.length)
  for (let index = 0; index < sound.length; index += 1)
    samples[index] = Math.round((sound[index] ?? 0) * 0x7fff)
  return samples
}
