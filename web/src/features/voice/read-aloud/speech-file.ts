import type { Voice } from '@vee/contract/entities/voice'
import type { listVoices, postTts } from '@vee/contract/http/speech'
import { Chunker } from '@vee/contract/speakable/chunker'
import { WAV_HEADER_BYTES, wavHeader } from '@vee/contract/audio/wav-header'
import { currentLanguage } from '#i18n/index.ts'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import { forbiddenSteps, ownKeyHeaders } from '#lib/costs/allowance.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { castVoice, type SpeakerVoice } from '#voice/speak/voices/cast-voices.ts'
import { announcements, fetchAnnouncements } from './announcements.ts'
import { voiceLanguage } from '#lib/language/language-rules.ts'

const SAMPLE_RATE_AT = 24

/** In UTF-16 code units; the server accepts 4,096 per request. */
const PART_LENGTH = 4_000

export interface SpeechFile {
  readonly file: SoundFile
  /** the reason why another voice than the chosen one was used */
  readonly refusal: unknown
}

/**
 * Returns a reply as spoken by a voice of the server; undefined if nothing of it is speakable. One voice is
 * used for the whole reply: the chosen one, else one of the server's other provider. Rejects with the error
 * of the first voice.
 */
export async function speechFile(api: Api, markdown: string): Promise<SpeechFile | undefined> {
  const language = voiceLanguage(useSettings.getState(), currentLanguage())
  await fetchAnnouncements(language)
  const texts = textsOf(markdown, language)
  if (texts.length === 0) return undefined
  const { voices } = await api.json<typeof listVoices>('GET', '/tts/voices')
  let refusal: unknown
  for (const speakerVoice of candidates(voices, language)) {
    try {
      const parts: Blob[] = []
      for (const text of texts) parts.push(await soundOf(api, { text, speakerVoice, language }))
      return { file: await concatAudio(parts), refusal }
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal ?? new ApiError({ status: 503, code: 'TTS_UNAVAILABLE', message: 'no voice' })
}

/** Returns the speakable text in as few parts as the server accepts. */
function textsOf(markdown: string, language: string): readonly string[] {
  const chunker = new Chunker(language, announcements(language))
  const pieces = [...chunker.append(markdown), ...chunker.end()]
  const texts: string[] = []
  for (const { text } of pieces) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + text.length < PART_LENGTH) {
      texts[texts.length - 1] = `${last} ${text}`
    } else texts.push(text)
  }
  return texts
}

/** Returns one voice per provider, starting with the chosen voice. */
function candidates(voices: readonly Voice[], language: string): readonly SpeakerVoice[] {
  const { speakers, speakerId } = voiceSettings()
  const chosen = speakers.find(({ id }) => id === speakerId)?.voiceId
  const providers = new Set([
    ...voices.filter(({ id }) => id === chosen).map(({ provider }) => provider),
    ...voices.map(({ provider }) => provider),
  ])
  return [...providers].flatMap((wanted) => {
    const ofProvider = voices.filter(({ provider }) => provider === wanted)
    const role = castVoice(ofProvider, { language, speakers, speakerId })
    return role ? [role] : []
  })
}

async function soundOf(
  api: Api,
  {
    text,
    speakerVoice,
    language,
  }: { readonly text: string; readonly speakerVoice: SpeakerVoice; readonly language: string },
): Promise<Blob> {
  const budget = { forbid: forbiddenSteps() }
  const speed = voiceSettings().rate * speakerVoice.pace
  const body = { text, voice: speakerVoice.voice.id, language, speed, format: 'mp3', budget } as const
  const headers = ownKeyHeaders()
  return await (await api.send<typeof postTts>('POST', '/tts', { body, headers })).blob()
}

/** A file for download; `extension` without the dot. */
interface SoundFile {
  readonly sound: Blob
  readonly extension: 'mp3' | 'wav'
}

/**
 * Returns one file of consecutive audio parts, in their format. MP3 consists of frames and is concatenated
 * unchanged. Streamed WAV, as from the server's own voice, has a header with an unknown length before every
 * part: players that read it stop after the first part, or reject it, so one header with the total length is
 * written.
 */
export async function concatAudio(parts: readonly Blob[]): Promise<SoundFile> {
  const [first] = parts
  if (!first?.type.startsWith('audio/wav')) {
    return { sound: new Blob([...parts], { type: 'audio/mpeg' }), extension: 'mp3' }
  }
  const streamed = new DataView(await first.slice(0, WAV_HEADER_BYTES).arrayBuffer())
  const samples = parts.map((chunk) => chunk.slice(WAV_HEADER_BYTES))
  const length = samples.reduce((sum, { size }) => sum + size, 0)
  const header = wavHeader(length, streamed.getUint32(SAMPLE_RATE_AT, true))
  return { sound: new Blob([header, ...samples], { type: 'audio/wav' }), extension: 'wav' }
}
