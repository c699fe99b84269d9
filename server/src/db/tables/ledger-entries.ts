/** One use of a vendor: what was reserved before the request, and after settling what it actually took. */
export interface LedgerEntriesTable {
  readonly id: string
  /** `reserved` until the use has ended; `released` if nothing was used */
  readonly status: 'reserved' | 'settled' | 'released'
  /** the server that will settle it */
  readonly server: string
  /** milliseconds since 1970; a use that is still reserved after this time has lost its server */
  readonly lease_until: number
  readonly kind: 'llm' | 'stt' | 'tts' | 'live' | 'search' | 'embed'
  /** the owner: a user's id, or the id of a visitor */
  readonly owner: string
  readonly tier: 'visitor' | 'global' | 'member'
  readonly agent_id: string | null
  readonly conversation_id: string | null
  readonly reply_id: string | null
  readonly provider: string
  readonly model: string
  /** `organization`: an organization's own endpoint, without the host's pools */
  readonly payer: 'platform' | 'own-key' | 'organization'
  /** name of the pool that paid, or of the organization whose endpoint was used; null if none did */
  readonly pool: string | null
  /** what the pool paid: primary tokens of models, micro-dollars of speech */
  readonly charged: number
  readonly prompt_tokens: number
  readonly completion_tokens: number
  /** milliseconds of transcribed audio */
  readonly audio_ms: number
  /** length of the spoken text, in UTF-16 code units */
  readonly characters: number
  /** the payer's costs: the host's, or the organization's; 0 if the caller's own key was used */
  readonly cost_micro_usd: number
  /** 1: the units or the price are not the vendor's own figures */
  readonly is_estimated: number
  /** 1: a speculative reply, before the question was complete */
  readonly is_speculative: number
  /** milliseconds since 1970 */
  readonly created_at: number
}
