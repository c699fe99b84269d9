import type { z } from 'zod'
import type { SttProvider } from './stt.ts'
import type { TtsProvider } from './tts.ts'

/** The server's services for a provider. */
export interface SpeechContext {
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
  /** folders to search for programs, in the format of PATH */
  readonly searchPath: string
  /** program that local engines run in, outside the server's thread */
  readonly workerProgram: URL
  /** folder for stored data, such as models */
  readonly dataDir: string
}

/** A caller's own keys, by vendor. */
export interface CallerKeys {
  readonly openai?: string | undefined
}

/** Providers of one module; a direction that is not configured is undefined. */
export interface SpeechProviders {
  readonly stt?: SttProvider | undefined
  readonly tts?: TtsProvider | undefined
}

/**
 * What a vendor bills, by plain model name (without a date), as published for pay as you go; `free`: no bill. A model
 * that is not listed is estimated. An estimate must not be below the bill.
 */
export type SpeechPrices =
  | 'free'
  | {
      /** US dollars per minute of transcribed audio */
      readonly sttPerMinuteUsd?: Readonly<Record<string, number>>
      /** US dollars per million characters of synthesized text */
      readonly ttsPerMillionCharactersUsd?: Readonly<Record<string, number>>
    }

/**
 * A vendor, an engine or a program that transcribes or synthesizes: one folder under `providers/speech/`, one line
 * in `speech-registry.ts`. Its settings, its prices and its place in docs/settings.md follow from that line.
 */
export interface SpeechModule<Variables extends z.ZodRawShape> {
  readonly id: string
  /** environment variables that it reads; they appear in `--help` and docs/settings.md */
  readonly variables: Variables
  /** read by the ledger and by the description of providers */
  readonly prices: SpeechPrices
  /** Called once at start. Opens no connection: `availability` of a provider does. */
  create(variables: z.output<z.ZodObject<Variables>>, context: SpeechContext): SpeechProviders
  /** Returns providers for one request with the caller's own key; absent where callers have none. */
  createForKeys?(
    keys: CallerKeys,
    variables: z.output<z.ZodObject<Variables>>,
    context: SpeechContext,
  ): SpeechProviders
}
