import type { LiveVoice } from './live-voice.ts'
import type { AskedQuestion, PieceOrder, PieceSound } from './ports.ts'

/** Turns over one socket for the app; see LiveVoice. `createLiveTranscriber` transcribes over them. */
export interface LazyLive {
  /** undefined until its code is loaded */
  voice(): LiveVoice | undefined
  /** Loads the code; undefined if it cannot be loaded. */
  load(): Promise<LiveVoice | undefined>
  replyTo(question: AskedQuestion): string | undefined
  reply(replyId: string): Response | undefined
  say(order: PieceOrder, signal: AbortSignal): Promise<PieceSound | undefined>
  interrupted(replyId: string, heard: string): void
}

/**
 * Its code is loaded with the first press, so that the first page does not include it. Without it everything
 * uses HTTP.
 */
export function createLazyLive(load: () => Promise<LiveVoice>): LazyLive {
  let voice: LiveVoice | undefined
  let loading: Promise<LiveVoice | undefined> | undefined

  return {
    voice: () => voice,
    load() {
      loading ??= load().then(
        (loaded) => (voice = loaded),
        () => (loading = undefined),
      )
      return loading
    },
    replyTo: (question) => voice?.replyTo(question),
    reply: (replyId) => voice?.reply(replyId),
    say: async (order, signal) => voice?.say(order, signal),
    interrupted: (replyId, heard) => voice?.interrupted(replyId, heard),
  }
}
