import { fold } from '@vee/contract/spoken/fold'
import { isBackchannel } from '@vee/contract/spoken/backchannels'
import { FRAME_MS, FRAME_SAMPLES } from '../../web/src/voice/capture/frames.ts'
import { createEnergyDetector } from '../../web/src/voice/detect/energy-detector.ts'
import { isCommandOf, WAKE_WORDS, type ConversationLog, type ConversationOptions } from './conversation.ts'
import type { Scene } from './scene.ts'
import type { VoiceEvent } from './virtual-speaker.ts'

/** Time from a recording to its words, ms. */
const HEARING_MS = 250
/** Time from a question to the first sound of its reply, ms. */
const REPLY_MS = 550
const COMMIT_AFTER_MS = 500
const COMPLETE_AFTER_MS = 700
const SILENCE_MS = 2_500
const OPEN_WORDS = new Set('and or but to of the a in on that und oder der die das et ou le la y o el e il'.split(' '))

/**
 * The rules before words, voices and rooms decided: an energy detector without a speaker's level, the transcriber's
 * full stop ends a turn after 700 ms and everything else after 2.5 s, half a second of sound ends the voice, nothing
 * is recorded on loudspeakers, and every segment is searched for a name at its start. The baseline of the bench.
 */
export async function converseByFixedRules(options: ConversationOptions): Promise<ConversationLog> {
  const { scene, mode, question, reply = [], echo } = options
  const detector = createEnergyDetector({ sensitivityDb: -50 })
  const log = { asked: [], commands: [], wakes: [], voice: [], sent: [] } as {
    -readonly [Key in keyof ConversationLog]: ConversationLog[Key][number][]
  }
  const replyMs = reply.reduce((sum, { samples }) => sum + samples.length / 16 + 200, 0)
  let voice = question === undefined || replyMs === 0 ? undefined : { from: REPLY_MS, to: REPLY_MS + replyMs }
  if (question !== undefined) log.asked.push({ at: 0, text: question, isWithdrawn: false })
  let [startedAt, endedAt]: (number | undefined)[] = [undefined, undefined]
  let segmentFrom = 0
  let text = ''
  let isInterrupting = false

  const ask = (at: number) => {
    if (text !== '') {
      log.asked.push({ at, text, isWithdrawn: false })
      if (replyMs > 0) voice = { from: at + REPLY_MS, to: at + REPLY_MS + replyMs }
    }
    text = ''
    endedAt = undefined
  }
  const stopVoice = (at: number) => {
    voice = undefined
    isInterrupting = false
    log.voice.push({ at, type: 'stopped' } satisfies VoiceEvent)
  }

  for (let index = 0; (index + 1) * FRAME_SAMPLES <= scene.samples.length; index += 1) {
    const now = (index + 1) * FRAME_MS
    const sound = scene.samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)
    const isSpeaking = voice !== undefined && now >= voice.from && now < voice.to
    const found = detector.push(Int16Array.from(sound, (sample) => Math.round(sample * 0x7fff)))
    if (isSpeaking && echo) continue
    for (const { type, at } of found) {
      if (type === 'speech-start') {
        startedAt = at
        segmentFrom = at
        endedAt = undefined
        isInterrupting = isSpeaking
      } else if (startedAt !== undefined) {
        startedAt = undefined
        if (type === 'misfire') continue
        log.sent.push({ at: now, seconds: (at - segmentFrom) / 1_000 })
        const words = wordsWithin(scene, segmentFrom - 300, at + 200)
        if (isInterrupting) {
          isInterrupting = false
          if (words === '' || isBackchannel(words, scene.language)) continue
          stopVoice(now + HEARING_MS)
        }
        if (mode === 'voice-activation') onName(words, now, log)
        else {
          if (words !== '' && isCommandOf(words, scene.language)) log.commands.push({ at: now, text: words })
          text = [text, words].filter((part) => part !== '').join(' ')
          endedAt = at
        }
      }
    }
    if (isInterrupting && startedAt !== undefined && now - startedAt >= COMMIT_AFTER_MS) stopVoice(now)
    if (endedAt === undefined || startedAt !== undefined) continue
    const isComplete = /[.?!。？！]$/u.test(text) && fold(text).includes(' ') && !OPEN_WORDS.has(fold(text).split(' ').at(-1) ?? '')
    if (now - endedAt >= (isComplete ? COMPLETE_AFTER_MS : SILENCE_MS) && now - endedAt >= 450 + HEARING_MS) ask(now)
  }
  return Promise.resolve(log)
}

function onName(words: string, at: number, log: { wakes: { at: number; word: string }[] }): void {
  const said = fold(words)
  const word = WAKE_WORDS.find((name) => said === fold(name) || said.startsWith(`${fold(name)} `))
  if (word !== undefined) log.wakes.push({ at, word })
}

function wordsWithin({ words, language, noises }: Scene, from: number, to: number): string {
  const within = words.filter((word) => Math.min(word.to, to) - Math.max(word.from, from) >= 0.6 * (word.to - word.from))
  const said = within.filter(({ isUser }) => isUser)
  if (said.length === 0) return noises.some((noise) => noise.from < to && noise.to > from && noise.kind === 'laughter') ? 'Ha ha ha.' : ''
  const text = said.map(({ text: word }) => word).join(language === 'ja' || language === 'zh' ? '' : ' ').replace(/[,、，.。;:]$/u, '')
  return /[?？]$/u.test(text) ? text : `${text}.`
}
