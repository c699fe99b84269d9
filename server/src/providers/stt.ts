import type { Availability } from './failure.ts'

/** A whole utterance, its container already recognised from its bytes. */
export interface SttRequest {
  readonly audio: Uint8Array
  readonly container: 'wav' | 'webm' | 'ogg' | 'mp4' | 'mp3'
  readonly language: string | undefined
  readonly prompt: string | undefined
}

export interface SttResult {
  readonly text: string
  readonly language: string | null
  /** seconds of audio as the provider measured them; undefined when it did not say */
  readonly durationSeconds: number | undefined
}

/** A provider of transcription. Throws ProviderFailure only; cancels its upstream when `signal` aborts. */
export interface SttProvider {
  readonly id: string
  readonly name: string
  readonly model: string
  availability(): Promise<Availability>
  transcribe(request: SttRequest, signal: AbortSignal): Promise<SttResult>
}
