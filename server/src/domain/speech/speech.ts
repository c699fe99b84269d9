import type { SpeechRequest, Transcription } from '@vee/contract/http/speech'
import type { SttProvider } from '#providers/stt.ts'
import type { TtsProvider } from '#providers/tts.ts'
import type { OwnSpeech, SpeechLedger } from './ports.ts'
import { type Speaker, synthesize, type SpokenText } from './synthesize.ts'
import { transcribe, type RecordingHints } from './transcribe.ts'
import { listVoices, type VoiceList } from './voices.ts'

export interface SpeechDependencies {
  readonly stt: SttProvider | undefined
  /** in order of preference */
  readonly tts: readonly TtsProvider[]
  readonly ledger: SpeechLedger
  readonly ownSpeech: OwnSpeech
}

/** What the server can do with speech. */
export interface Speech {
  transcribe(
    arriving: AsyncIterable<Uint8Array>,
    readHints: () => Promise<RecordingHints>,
    speaker: Speaker,
    signal: AbortSignal,
  ): Promise<Transcription>
  synthesize(request: SpeechRequest, speaker: Speaker, signal: AbortSignal): Promise<SpokenText>
  voices(): Promise<VoiceList>
}

export function createSpeech({ stt, tts, ledger, ownSpeech }: SpeechDependencies): Speech {
  return {
    transcribe: (arriving, readHints, speaker, signal) =>
      transcribe({ provider: stt, ledger, ownSpeech }, arriving, readHints, speaker, signal),
    synthesize: (request, speaker, signal) =>
      synthesize({ providers: tts, ledger, ownSpeech }, request, speaker, signal),
    voices: () => listVoices(tts),
  }
}
