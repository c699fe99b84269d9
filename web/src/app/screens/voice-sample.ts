import type { Voice } from '@vee/contract/entities/voice'
import type { postTts } from '@vee/contract/http/speech'
import { currentLanguage } from '#i18n/index.ts'
import { ownKeyHeaders } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { systemClock } from '#voice/index.ts'
import { listBrowserVoices } from '#voice/speak/index.ts'
import { pitchFactor, playbackSpeed, serverSpeed } from '#voice/speak/voices/cast-voices.ts'

/** What a voice says of itself, by language; other languages get that of the page. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: 'Hello, this is how I sound.',
  es: 'Hola, así suena mi voz.',
  fr: 'Bonjour, voici ma voix.',
  de: 'Hallo, so klinge ich.',
  it: 'Ciao, questa è la mia voce.',
  pt: 'Olá, esta é a minha voz.',
  ja: 'こんにちは。これが私の声です。',
  ko: '안녕하세요. 제 목소리예요.',
  zh: '你好，这就是我的声音。',
}

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

const sentenceFor = ({ lang }: Voice): string =>
  SENTENCES[baseOf(lang)] ?? SENTENCES[baseOf(currentLanguage())] ?? ''

interface PlayVoiceOptions {
  readonly signal: AbortSignal
  /** shift of the pitch */
  readonly semitones?: number
  /** speed, as a factor of that in the settings */
  readonly pace?: number
}

/**
 * Plays a sentence with a voice, with the volume and speed of the settings. Resolves when it has ended or the signal
 * stopped it.
 */
export async function playVoice(
  api: Api,
  voice: Voice,
  { signal, semitones = 0, pace = 1 }: PlayVoiceOptions,
): Promise<'played' | 'failed'> {
  const sound = { signal, semitones, pace }
  try {
    await (voice.provider === 'browser' ? playInBrowser(voice, sound) : playOfServer(api, voice, sound))
    return 'played'
  } catch {
    return 'failed'
  }
}

async function playOfServer(
  api: Api,
  voice: Voice,
  { signal, semitones, pace }: Required<PlayVoiceOptions>,
): Promise<void> {
  const { ttsVolume, ttsRate } = useSettings.getState()
  const speed = serverSpeed(ttsRate * pace, semitones)
  const body = { text: sentenceFor(voice), voice: voice.id, speed, format: 'wav' } as const
  const response = await api.send<typeof postTts>('POST', '/tts', { body, headers: ownKeyHeaders(), signal })
  const address = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type: 'audio/wav' }))
  const sound = new Audio(address)
  sound.volume = ttsVolume
  sound.preservesPitch = false
  sound.playbackRate = playbackSpeed(semitones)
  try {
    await new Promise<void>((resolve, reject) => {
      sound.addEventListener('ended', () => resolve())
      sound.addEventListener('error', () => reject(new Error('this sound cannot be played')))
      signal.addEventListener('abort', () => resolve())
      sound.play().catch(reject)
    })
  } finally {
    sound.pause()
    URL.revokeObjectURL(address)
  }
}

async function playInBrowser(
  voice: Voice,
  { signal, semitones, pace }: Required<PlayVoiceOptions>,
): Promise<void> {
  const voices = await listBrowserVoices(speechSynthesis, systemClock)
  const native = voices.find((candidate) => candidate.voice.id === voice.id)?.native
  if (!native) throw new Error('this voice is gone')
  const { ttsVolume, ttsRate, ttsPitch } = useSettings.getState()
  const words = Object.assign(new SpeechSynthesisUtterance(sentenceFor(voice)), {
    voice: native,
    lang: native.lang,
    volume: ttsVolume,
    rate: ttsRate * pace,
    pitch: ttsPitch * pitchFactor(semitones),
  })
  speechSynthesis.cancel()
  await new Promise<void>((resolve, reject) => {
    words.addEventListener('end', () => resolve())
    words.addEventListener('error', ({ error }) => (signal.aborted ? resolve() : reject(new Error(error))))
    signal.addEventListener('abort', () => {
      speechSynthesis.cancel()
      resolve()
    })
    speechSynthesis.speak(words)
  })
}
