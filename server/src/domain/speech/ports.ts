import type { Ledger, OwnKeys } from '#domain/ledger/index.ts'
import type { SttProvider } from '#providers/stt.ts'
import type { TtsProvider } from '#providers/tts.ts'

/** Account of what speech uses. Refuses with the codes of `Ledger`. */
export type SpeechLedger = Pick<Ledger, 'reserve' | 'budget'>

/** Speech that is paid for with a caller's own key. */
export interface OwnSpeech {
  /** undefined without a key that serves for speech */
  stt(keys: OwnKeys): SttProvider | undefined
  tts(keys: OwnKeys): TtsProvider | undefined
}
