import type { VoiceWish } from '@vee/contract/entities/voice'
import { plainLines } from '@vee/contract/text/plain-markdown'
import { listBrowserVoices } from '#voice/speak/voices/browser-voices.ts'
import { castVoices, pitchFactor, type VoiceSpeaker } from '#voice/speak/voices/cast-voices.ts'
import { systemClock } from '#voice/index.ts'

/** One speaker's text. */
export interface ReadMessage {
  readonly id: string
  readonly markdown: string
  /** the assistant; undefined for questions */
  readonly agentId: string | undefined
  /** said first where another speaker has the same voice */
  readonly name: string
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

/** The person who asks is one of the speakers. */
const PERSON = 'person'
/** Browsers stop within longer utterances. */
const MAX_UTTERANCE_LENGTH = 220

/**
 * Reads messages aloud with the voices of the browser, each speaker in a voice of its own; where one voice exists, they
 * differ in pitch and the name is said first. Returns a function that stops it.
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
      voices.map(({ voice }) => voice),
      language,
      speakersOf(messages),
    )
    for (const message of messages) {
      if (isStopped) return
      onMessage(message.id)
      const role = cast.get(speakerIdOf(message))
      const native = voices.find(({ voice }) => voice === role?.voice)?.native
      for (const [index, text] of utterancesOf(message.markdown).entries()) {
        if (isStopped) return
        const introduction = (index === 0 && role?.introduction) || ''
        const utterance = new SpeechSynthesisUtterance(introduction + text)
        utterance.lang = native?.lang ?? language
        utterance.pitch = pitchFactor(role?.semitones ?? 0)
        utterance.rate = role?.pace ?? 1
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

type SpokenMessage = Pick<ReadMessage, 'agentId' | 'name' | 'wish'>

const speakerIdOf = ({ agentId }: SpokenMessage): string => agentId ?? PERSON

/** Returns who speaks, in the order of their first message. */
export const speakersOf = (messages: readonly SpokenMessage[]): readonly VoiceSpeaker[] =>
  [...Map.groupBy(messages, speakerIdOf)].flatMap(([id, [first]]) =>
    first ? [{ id, name: first.name, voiceId: '', wish: first.wish }] : [],
  )

/** Returns the text in pieces that end with a sentence where possible. */
export function utterancesOf(markdown: string): readonly string[] {
  const sentences = plainLines(markdown)
    .join('\n')
    .split(/(?<=[.!?…。！？]["”’»)]?)\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  return sentences.flatMap((sentence) =>
    sentence.length <= MAX_UTTERANCE_LENGTH
      ? [sentence]
      : (sentence.match(
          new RegExp(`.{1,${MAX_UTTERANCE_LENGTH}}(?:[\\s,;，、]|$)|.{1,${MAX_UTTERANCE_LENGTH}}`, 'gsu'),
        ) ?? []),
  )
}
