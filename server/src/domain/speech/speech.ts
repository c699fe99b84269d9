import type { Credits, SpeechRequest, Transcription } from '@vee/contract/http/speech'
import type { Caller } from '#domain/accounts/index.ts'
import type { SttProvider } from '#providers/stt.ts'
import type { TtsProvider } from '#providers/tts.ts'
import { creditsOf } from './credits.ts'
import { synthesize, type SpokenText } from './synthesize.ts'
import { transcribe, type RecordingHints } from './transcribe.ts'
import { listVoices, type VoiceList } from './voices.ts'

export interface SpeechProviders {
  readonly stt: SttProvider | undefined
  /** in order of preference */
  readonly tts: readonly TtsProvider[]
}

/** What the server can do with speech. */
export interface Speech {
  transcribe(
    arriving: AsyncIterable<Uint8Array>,
    readHints: () => Promise<RecordingHints>,
    signal: AbortSignal,
  ): Promise<Transcription>
  synthesize(request: SpeechRequest, signal: AbortSignal): Promise<SpokenText>
  voices(): Promise<VoiceList>
  credits(caller: Caller): Credits
}

export function createSpeech({ stt, tts }: SpeechProviders): Speech {
  return {
    transcribe: (arriving, readHints, signal) => transcribe(stt, arriving, readHints, signal),
    synthesize: (request, signal) => synthesize(tts, request, signal),
    voices: () => listVoices(tts),
    credits: creditsOf,
  }
}
