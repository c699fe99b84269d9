import type { WordTime } from '@vee/contract/http/speech'
import type { Voice } from '@vee/contract/entities/voice'

/** The server's speech. Rejects with an error that carries the contract's `code`. */
export interface SpeechApi {
  /** GET /tts/voices */
  listVoices(): Promise<{ readonly voices: readonly Voice[] }>
  /** returns the audio of a text, while it is synthesized */
  makeSpeech(request: ServerSynthesisRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
}

export interface ServerSynthesisRequest {
  readonly text: string
  readonly voice: string
  readonly speed: number
  readonly format: 'pcm'
  readonly language: string
  /** called with words in order, before or with their audio; absent for voices without times of words */
  readonly onWords?: OnWords | undefined
  /** it is no text of the reply, of which a server may be sending the speech */
  readonly isAside?: boolean | undefined
}

/** Receives when words sound, by their place in the text that is spoken. */
export type OnWords = (words: readonly WordTime[]) => void

/** The server's voices: requested once, and again after a failure or when they may have changed. */
export interface VoiceCatalogue {
  voices(): Promise<readonly Voice[]>
  reload(): Promise<readonly Voice[]>
}

export function createVoiceCatalogue(api: SpeechApi): VoiceCatalogue {
  let pending: Promise<readonly Voice[]> | undefined

  function reload(): Promise<readonly Voice[]> {
    const voices = requestVoices(api).catch((error: unknown) => {
      if (pending === voices) pending = undefined
      throw error
    })
    pending = voices
    return voices
  }

  return { reload, voices: () => pending ?? reload() }
}

async function requestVoices(api: SpeechApi): Promise<readonly Voice[]> {
  return (await api.listVoices()).voices
}
