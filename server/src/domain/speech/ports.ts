import type { Ledger } from '#domain/ledger/index.ts'

/** Account of what speech uses. Refuses with the codes of `Ledger`. */
export type SpeechLedger = Pick<Ledger, 'reserve'>
