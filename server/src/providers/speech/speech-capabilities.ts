import type { Preparation } from '../local-models/model-store.ts'

/**
 * Where a provider processes audio and text: on the machine that runs Vee, or at a vendor over the network.
 */
export type SpeechLocation = 'server' | 'vendor'

/** A provider that fetches models on first use. */
export interface Preparable {
  /**
   * Returns what is missing before `language` (BCP 47; undefined: any) is supported; undefined when nothing
   * is. Starts nothing.
   */
  preparation(language: string | undefined): Preparation | undefined
  /**
   * Starts the download of what is missing, unless it runs already. A source that could not be reached is tried again by
   * itself after a minute, and at once if a person asks for it.
   */
  prepare(language: string | undefined, isAskedFor?: boolean): void
  /** Stops the download. The received part is kept. */
  stopPreparing(language: string | undefined): void
}
