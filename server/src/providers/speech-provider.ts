import type { z } from 'zod'
import type { SttProvider } from './stt.ts'
import type { TtsProvider } from './tts.ts'

/** What a provider has of the server. */
export interface SpeechContext {
  /** until headers, and between two chunks, in milliseconds */
  readonly timeoutMs: number
  /** folders to look for programs in, as PATH has them */
  readonly searchPath: string
  /** program that local engines run in, beside the server */
  readonly workerProgram: URL
  /** folder for what is kept, such as models */
  readonly dataDir: string
}

/** Keys that a caller brought along, by vendor. */
export interface CallerKeys {
  readonly openai?: string | undefined
}

/** Providers of one module; a direction that is not configured is undefined. */
export interface SpeechProviders {
  readonly stt?: SttProvider | undefined
  readonly tts?: TtsProvider | undefined
}

/** A vendor, an engine or a program that hears or speaks: one folder under `providers/`, one line in `speech-registry.ts`. */
export interface SpeechModule<Variables extends z.ZodRawShape> {
  readonly id: string
  /** environment variables that it reads; they appear in `--help` and in the README */
  readonly variables: Variables
  /** Called once at start. Connects to nothing: `availability` of a provider does. */
  create(variables: z.output<z.ZodObject<Variables>>, context: SpeechContext): SpeechProviders
  /** Providers for one request with the caller's own key; absent where callers bring none. */
  createForKeys?(
    keys: CallerKeys,
    variables: z.output<z.ZodObject<Variables>>,
    context: SpeechContext,
  ): SpeechProviders
}
