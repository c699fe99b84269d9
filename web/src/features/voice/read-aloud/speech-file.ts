import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { Voice } from '@vee/contract/entities/voice'
import type { listVoices, postTts } from '@vee/contract/http/speech'
import { SpeechSegmenter } from '@vee/contract/speech-text/speech-segmenter'
import { WAV_HEADER_BYTES, wavHeader } from '@vee/contract/audio/wav-header'
import { currentLanguage } from '#i18n/index.ts'
import { voiceSettings } from '#lib/audio/voice-settings.ts'
import { forbiddenSteps, ownKeyHeaders } from '#lib/costs/allowance.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { createResampler } from '#voice/capture/resampler.ts'
import { createPcmDecoder, SPEECH_SAMPLE_RATE } from '#voice/speak/playback/pcm-decoder.ts'
import { castVoice, playbackSpeed, serverSpeed, type SpeakerVoice } from '#voice/speak/voices/cast-voices.ts'
import { announcements, fetchAnnouncements } from './announcements.ts'
import { voiceLanguage } from '#lib/language/language-rules.ts'

const SAMPLE_RATE_AT = 24
const FULL_SCALE = 0x7fff

/** In UTF-16 code units; the server accepts 4,096 per request. */
const PART_LENGTH = 4_000

export interface SpeechFile {
  readonly file: SoundFile
  /** the reason why another voice than the chosen one was used */
  readonly refusal: unknown
}

/** A reply as it is spoken. */
export type ReplyToSpeak = Parameters<typeof partsBySpeaker>[0]

/** What one speaker says, with the voice in which it is said. */
interface SpokenText {
  readonly text: string
  readonly speakerVoice: SpeakerVoice
}

/**
 * Returns a reply as spoken by voices of the server; undefined if nothing of it is speakable. Each speaker has the voice in which
 * it is heard, of one provider for the whole reply: that of the chosen voice, else another one. Rejects with the error of the
 * first provider.
 */
export async function speechFile(api: Api, reply: ReplyToSpeak): Promise<SpeechFile | undefined> {
  const language = voiceLanguage(useSettings.getState(), currentLanguage())
  await fetchAnnouncements(language)
  const passages = partsBySpeaker(reply).map(({ agentId, text }) => ({
    agentId,
    texts: textsOf(text, language),
  }))
  if (passages.every(({ texts }) => texts.length === 0)) return undefined
  const { voices } = await api.json<typeof listVoices>('GET', '/tts/voices')
  let refusal: unknown
  for (const voiceOf of castings(voices, language)) {
    const texts = passages.flatMap(({ agentId, texts: spoken }): readonly SpokenText[] => {
      const speakerVoice = voiceOf(agentId)
      return speakerVoice
        ? withIntroduction(spoken, speakerVoice.introduction).map((text) => ({ text, speakerVoice }))
        : []
    })
    try {
      return { file: await soundOfAll(api, texts, language), refusal }
    } catch (error) {
      refusal ??= error
    }
  }
  throw refusal ?? new ApiError({ status: 503, code: 'TTS_UNAVAILABLE', message: 'no voice' })
}

const withIntroduction = ([first, ...others]: readonly string[], introduction: string): readonly string[] =>
  first === undefined ? [] : [introduction + first, ...others]

/** Returns the speakable text in as few parts as the server accepts. */
function textsOf(markdown: string, language: string): readonly string[] {
  const segmenter = new SpeechSegmenter(language, announcements(language))
  const segments = [...segmenter.append(markdown), ...segmenter.end()]
  const texts: string[] = []
  for (const { text } of segments) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + text.length < PART_LENGTH) {
      texts[texts.length - 1] = `${last} ${text}`
    } else texts.push(text)
  }
  return texts
}

/** Returns the voices of the speakers by provider, starting with that of the chosen voice. */
function castings(
  voices: readonly Voice[],
  language: string,
): readonly ((agentId: string | undefined) => SpeakerVoice | undefined)[] {
  const { speakers, agentId: defaultId } = voiceSettings()
  const chosen = speakers.find(({ id }) => id === defaultId)?.voiceId
  const providers = new Set([
    ...voices.filter(({ id }) => id === chosen).map(({ provider }) => provider),
    ...voices.map(({ provider }) => provider),
  ])
  return [...providers].map((wanted) => {
    const ofProvider = voices.filter(({ provider }) => provider === wanted)
    return (agentId) => castVoice(ofProvider, { language, speakers, speakerId: agentId ?? defaultId })
  })
}

/** Returns one file. MP3 cannot be shifted: with a shifted voice it is WAV. */
async function soundOfAll(api: Api, texts: readonly SpokenText[], language: string): Promise<SoundFile> {
  const isShifted = texts.some(({ speakerVoice }) => speakerVoice.semitones !== 0)
  const parts: Blob[] = []
  for (const spoken of texts) {
    const sound = await soundOf(api, spoken, { language, format: isShifted ? 'pcm' : 'mp3' })
    parts.push(isShifted ? await shifted(sound, playbackSpeed(spoken.speakerVoice.semitones)) : sound)
  }
  return isShifted ? wavOf(parts, SPEECH_SAMPLE_RATE) : concatAudio(parts)
}

async function soundOf(
  api: Api,
  { text, speakerVoice }: SpokenText,
  { language, format }: { readonly language: string; readonly format: 'mp3' | 'pcm' },
): Promise<Blob> {
  const budget = { forbid: forbiddenSteps() }
  const speed = serverSpeed(voiceSettings().rate * speakerVoice.pace, speakerVoice.semitones)
  const body = { text, voice: speakerVoice.voice.id, language, speed, format, budget } as const
  const headers = ownKeyHeaders()
  return await (await api.send<typeof postTts>('POST', '/tts', { body, headers })).blob()
}

/** Plays samples faster by that factor, as the player does. */
async function shifted(sound: Blob, speed: number): Promise<Blob> {
  const resample = createResampler(Math.round(SPEECH_SAMPLE_RATE * speed), SPEECH_SAMPLE_RATE)
  const samples = resample(createPcmDecoder()(new Uint8Array(await sound.arrayBuffer())))
  return new Blob([Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * FULL_SCALE)])
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
  return wavOf(
    parts.map((part) => part.slice(WAV_HEADER_BYTES)),
    streamed.getUint32(SAMPLE_RATE_AT, true),
  )
}

/** @param parts 16-bit mono samples */
function wavOf(parts: readonly Blob[], sampleRate: number): SoundFile {
  const length = parts.reduce((sum, { size }) => sum + size, 0)
  return {
    sound: new Blob([wavHeader(length, sampleRate), ...parts], { type: 'audio/wav' }),
    extension: 'wav',
  }
}
