import type { Caller } from '../../accounts/index.ts'
import type { Ledger, OwnKeys } from '#domain/money/ledger/index.ts'
import type { SttProvider } from '#providers/speech/stt.ts'
import type { TtsProvider } from '#providers/speech/tts.ts'

/** Returns names that are likely to occur in a caller's speech, the most important first. */
export type TeamTerms = (caller: Caller) => Promise<readonly string[]>

/** Accounts for speech. Throws the codes of `Ledger`. */
export type SpeechLedger = Pick<Ledger, 'reserve' | 'budget'>

/** Speech providers that use a caller's own key. */
export interface OwnSpeech {
  /** undefined without a key that covers speech */
  stt(keys: OwnKeys): SttProvider | undefined
  tts(keys: OwnKeys): TtsProvider | undefined
}
