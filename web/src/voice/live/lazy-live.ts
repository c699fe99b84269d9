import type { LiveVoice } from './live-voice.ts'
import type { AskedQuestion, PieceOrder, PieceSound } from './ports.ts'

/** Turns in one hop, as the app has them; see LiveVoice. What hears over them is `createLiveTranscriber`. */
export interface Live {
  /** undefined while its code has not come */
  voice(): LiveVoice | undefined
  /** Fetches the code; undefined where it cannot be had. */
  load(): Promise<LiveVoice | undefined>
  replyTo(question: AskedQuestion): string | undefined
  reply(replyId: string): Response | undefined
  say(order: PieceOrder, signal: AbortSignal): Promise<PieceSound | undefined>
  interrupted(replyId: string, heard: string): void
}

/** Its code comes with the first press, so that the first page does not carry it. Without it everything goes over HTTP. */
export function createLazyLive(load: () => Promise<LiveVoice>): Live {
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
