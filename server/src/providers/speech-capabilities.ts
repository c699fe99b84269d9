/** Where a provider handles sound and text: on the machine that runs Vee, or at a vendor over the network. */
export type SpeechLocation = 'server' | 'vendor'

/** What must be fetched before a provider can work. */
export type Preparation =
  /** nothing is fetched yet; `prepare` starts it */
  | { readonly state: 'needed'; readonly name: string; readonly bytesTotal: number }
  | {
      readonly state: 'running'
      readonly name: string
      readonly bytesDone: number
      readonly bytesTotal: number
      /** undefined while the speed is unknown */
      readonly secondsLeft: number | undefined
    }
  /** the last attempt failed; `prepare` tries again. `reason` is one plain sentence. */
  | { readonly state: 'failed'; readonly name: string; readonly reason: string; readonly bytesTotal: number }

/** A provider that fetches models on first use. */
export interface Preparable {
  /** What is missing before `language` (BCP 47; undefined: any) can be handled; undefined when nothing is. Starts nothing. */
  preparation(language: string | undefined): Preparation | undefined
  /** Starts fetching what is missing, unless that runs already. */
  prepare(language: string | undefined): void
  /** Stops that. What came until then is kept. */
  stopPreparing(language: string | undefined): void
}
