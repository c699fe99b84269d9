import type { SpeechRequest, Transcription } from '@vee/contract/http/speech'
import type { Caller } from '#domain/accounts/index.ts'
import type { SttProvider } from '#providers/stt.ts'
import type { TtsProvider } from '#providers/tts.ts'
import type { SpeechLedger } from './ports.ts'
import { synthesize, type SpokenText } from './synthesize.ts'
import { transcribe, type RecordingHints } from './transcribe.ts'
import { listVoices, type VoiceList } from './voices.ts'

export interface SpeechDependencies {
  readonly stt: SttProvider | undefined
  /** in order of preference */
  readonly tts: readonly TtsProvider[]
  readonly ledger: SpeechLedger
}

/** What the server can do with speech. */
export interface Speech {
  transcribe(
    arriving: AsyncIterable<Uint8Array>,
    readHints: () => Promise<RecordingHints>,
    caller: Caller,
    signal: AbortSignal,
  ): Promise<Transcription>
  synthesize(request: SpeechRequest, caller: Caller, signal: AbortSignal): Promise<SpokenText>
  voices(): Promise<VoiceList>
}

export function createSpeech({ stt, tts, ledger }: SpeechDependencies): Speech {
  return {
    transcribe: (arriving, readHints, caller, signal) =>
      transcribe({ provider: stt, ledger }, arriving, readHints, caller, signal),
    synthesize: (request, caller, signal) => synthesize({ providers: tts, ledger }, request, caller, signal),
    voices: () => listVoices(tts),
  }
}
