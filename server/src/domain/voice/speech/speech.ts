import type { SpeechRequest, Transcription } from '@vee/contract/http/speech'
import type { SpeechStatus } from '@vee/contract/http/system'
import type { Preparable } from '#providers/speech/speech-capabilities.ts'
import type { SttProvider } from '#providers/speech/stt.ts'
import type { TtsProvider } from '#providers/speech/tts.ts'
import { availableOf, describeProvider } from './providers.ts'
import type { OwnSpeech, SpeechLedger, TeamTerms } from './ports.ts'
import { LocalVoiceCredit } from './local-voice-credit.ts'
import { type SpeechRequester, synthesize, type SynthesizedText } from './synthesize.ts'
import type { InterimWords } from '@vee/contract/socket/interim-words'
import { type StreamingTranscription, transcribeStreaming } from './streaming-transcription.ts'
import { transcribe, type RecordingHints } from './transcribe.ts'
import { collectVoices, type VoiceList } from './voices.ts'

export interface SpeechDependencies {
  /** in order of preference; read for each use, since the host may add providers while the server runs */
  readonly stt: readonly SttProvider[]
  /** as `stt` */
  readonly tts: readonly TtsProvider[]
  readonly ledger: SpeechLedger
  readonly ownSpeech: OwnSpeech
  /** default: none */
  readonly teamTerms?: TeamTerms
}

/** The server's speech functions. */
export interface Speech {
  transcribe(
    arriving: AsyncIterable<Uint8Array>,
    readHints: () => Promise<RecordingHints>,
    requester: SpeechRequester,
    signal: AbortSignal,
  ): Promise<Transcription>
  /** Transcribes an utterance while it is spoken. See StreamingTranscription. */
  transcribeStreaming(
    hints: RecordingHints,
    requester: SpeechRequester,
    onWords: (words: InterimWords) => void,
  ): StreamingTranscription
  synthesize(
    request: SpeechRequest,
    requester: SpeechRequester,
    signal: AbortSignal,
  ): Promise<SynthesizedText>
  voices(): Promise<VoiceList>
  /** Returns whether a provider can transcribe, now or after a download. */
  canTranscribe(): Promise<boolean>
  /** Returns what each provider needs; `language` is the BCP 47 tag of the model to download. */
  status(language: string | undefined): Promise<SpeechStatus>
  /** Returns the provider with that id that downloads models; undefined if there is none. */
  preparable(direction: 'hearing' | 'speaking', id: string): Preparable | undefined
}

const noTerms: TeamTerms = () => Promise.resolve([])

export function createSpeech(dependencies: SpeechDependencies): Speech {
  const { ledger, ownSpeech, teamTerms = noTerms } = dependencies
  const localVoiceCredit = new LocalVoiceCredit()
  return {
    transcribe: (arriving, readHints, requester, signal) =>
      transcribe(
        { providers: dependencies.stt, ledger, ownSpeech, teamTerms },
        arriving,
        readHints,
        requester,
        signal,
      ),
    transcribeStreaming: (hints, requester, onWords) =>
      transcribeStreaming(
        { providers: dependencies.stt, ledger, ownSpeech, teamTerms },
        hints,
        requester,
        onWords,
      ),
    synthesize: (request, requester, signal) =>
      synthesize(
        { providers: dependencies.tts, ledger, ownSpeech, localVoiceCredit },
        request,
        requester,
        signal,
      ),
    voices: () => collectVoices(dependencies.tts),
    preparable: (direction, id) =>
      (direction === 'hearing' ? dependencies.stt : dependencies.tts).find((provider) => provider.id === id)
        ?.preparable,
    canTranscribe: async () => (await availableOf(dependencies.stt)).length > 0,
    status: async (language) => ({
      hearing: await Promise.all(dependencies.stt.map((provider) => describeProvider(provider, language))),
      speaking: await Promise.all(dependencies.tts.map((provider) => describeProvider(provider, language))),
    }),
  }
}
