/**
 * Signatures of the model's thoughts before its function calls. Models since Gemini 3 reject the result of a call
 * whose signature does not come back with it. Conversations have no place for signatures, so they are kept here,
 * by the id of the call.
 */
export interface ThoughtSignatures {
  keep(model: string, callId: string, signature: string): void
  /** Returns the signature of a call; undefined if there was none, or another model made the call. */
  of(model: string, callId: string): string | undefined
}

/** A result follows its call within seconds; the oldest signature is dropped for a new one. */
const MAX_SIGNATURES = 500
/** Longest signature that is kept, in UTF-16 code units. */
const MAX_SIGNATURE_LENGTH = 200_000

export function createThoughtSignatures(): ThoughtSignatures {
  const kept = new Map<string, { readonly model: string; readonly signature: string }>()
  return {
    keep(model, callId, signature) {
      if (signature.length > MAX_SIGNATURE_LENGTH) return
      const [oldest] = kept.keys()
      if (kept.size >= MAX_SIGNATURES && oldest !== undefined) kept.delete(oldest)
      kept.set(callId, { model, signature })
    },
    of(model, callId) {
      const stored = kept.get(callId)
      return stored?.model === model ? stored.signature : undefined
    },
  }
}
