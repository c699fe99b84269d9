import type { Voice, VoiceWish } from '@vee/contract/entities/voice'
import { plainLines } from '@vee/contract/text/plain-markdown'
import { listBrowserVoices } from '#voice/speak/voices/browser-voices.ts'
import { voiceForReply } from '#voice/speak/voices/choose-voice.ts'
import { systemClock } from '#voice/index.ts'

/** One speaker's text. */
export interface ReadMessage {
  readonly id: string
  readonly markdown: string
  /** the assistant; undefined for questions */
  readonly agentId: string | undefined
  readonly wish: VoiceWish | undefined
}

interface ReadingOptions {
  readonly synthesis: SpeechSynthesis
  /** BCP 47 */
  readonly language: string
  readonly messages: readonly ReadMessage[]
  /** called with the message that begins; undefined at the end */
  readonly onMessage: (id: string | undefined) => void
}

const PITCHES = { low: 0.8, middle: 1, high: 1.25 } as const
/** A person's own questions are told apart from every assistant. */
const QUESTION_PITCH = 1.1
/** Two assistants with one voice are told apart by this, as a factor of the pitch. */
const PITCH_STEP = 0.87
/** Browsers stop within longer utterances. */
const UTTERANCE_MAX_LENGTH = 220

/**
 * Reads messages aloud with the voices of the browser, each speaker in a voice of its own; where one voice exists, they differ in
 * pitch. Returns a function that stops it.
 */
export function readAloud({ synthesis, language, messages, onMessage }: ReadingOptions): () => void {
  let isStopped = false
  const stop = () => {
    isStopped = true
    synthesis.cancel()
    onMessage(undefined)
  }
  void (async () => {
    const voices = await listBrowserVoices(synthesis, systemClock)
    const cast = castVoices(
      messages,
      voices.map(({ voice }) => voice),
      language,
    )
    for (const message of messages) {
      if (isStopped) return
      onMessage(message.id)
      const role = cast.get(message.agentId)
      const native = voices.find(({ voice }) => voice === role?.voice)?.native
      for (const text of utterancesOf(message.markdown)) {
        if (isStopped) return
        const utterance = new SpeechSynthesisUtterance(text)
        utterance.lang = native?.lang ?? language
        utterance.pitch = role?.pitch ?? 1
        utterance.rate = message.wish?.pace ?? 1
        if (native) utterance.voice = native
        await spoken(synthesis, utterance)
      }
    }
    if (!isStopped) onMessage(undefined)
  })()
  return stop
}

/** A voice that failed is passed over, so that the reading goes on. */
const spoken = (synthesis: SpeechSynthesis, utterance: SpeechSynthesisUtterance): Promise<void> =>
  new Promise((resolve) => {
    utterance.addEventListener('end', () => resolve())
    utterance.addEventListener('error', () => resolve())
    synthesis.speak(utterance)
  })

interface CastVoice {
  readonly voice: Voice | undefined
  readonly pitch: number
}

/** Returns a voice for each speaker: one that nobody else has if there are enough of the language, else another pitch. */
export function castVoices(
  messages: readonly Pick<ReadMessage, 'agentId' | 'wish'>[],
  voices: readonly Voice[],
  language: string,
): ReadonlyMap<string | undefined, CastVoice> {
  const cast = new Map<string | undefined, CastVoice>()
  const uses = new Map<Voice | undefined, number>()
  for (const { agentId, wish } of messages) {
    if (cast.has(agentId)) continue
    const free = voices.filter((voice) => !uses.has(voice))
    const any = voiceForReply(voices, language, '', wish)
    const own = voiceForReply(free, language, '', wish)
    // Another language's voice is worse than a voice that two share.
    const voice = own && any && baseOf(own.lang) === baseOf(any.lang) ? own : any
    const sharing = uses.get(voice) ?? 0
    uses.set(voice, sharing + 1)
    const pitch = agentId === undefined ? QUESTION_PITCH : PITCHES[wish?.pitch ?? 'middle']
    cast.set(agentId, { voice, pitch: pitch * PITCH_STEP ** sharing })
  }
  return cast
}

const baseOf = (tag: string) => tag.slice(0, 2).toLowerCase()

/** Returns the text in pieces that end with a sentence where possible. */
export function utterancesOf(markdown: string): readonly string[] {
  const sentences = plainLines(markdown)
    .join('\n')
    .split(/(?<=[.!?…。！？]["”’»)]?)\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  return sentences.flatMap((sentence) =>
    sentence.length <= UTTERANCE_MAX_LENGTH
      ? [sentence]
      : (sentence.match(
          new RegExp(`.{1,${UTTERANCE_MAX_LENGTH}}(?:[\\s,;，、]|$)|.{1,${UTTERANCE_MAX_LENGTH}}`, 'gsu'),
        ) ?? []),
  )
}
