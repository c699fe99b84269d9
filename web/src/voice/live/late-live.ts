import type { Frame } from '../capture/frames.ts'
import type { Hearing, HearingRequest, Recording, Transcriber, Transcript } from '../hear/transcriber.ts'
import type { LiveVoice } from './live-voice.ts'
import type { AskedQuestion, PieceOrder, PieceSound } from './ports.ts'

/** Turns in one hop, as the app has them; see LiveVoice. */
export interface Live {
  /** Hears over the socket what is said live, and leaves the rest to the other one. */
  transcriber(overHttp: Transcriber): Transcriber
  replyTo(question: AskedQuestion): string | undefined
  reply(replyId: string): Response | undefined
  say(order: PieceOrder, signal: AbortSignal): Promise<PieceSound | undefined>
  interrupted(replyId: string, heard: string): void
}

/** Its code comes with the first press, so that the first page does not carry it. Without it everything goes over HTTP. */
export function createLateLive(load: () => Promise<LiveVoice>): Live {
  let voice: LiveVoice | undefined
  let loading: Promise<LiveVoice | undefined> | undefined

  function loadVoice(): Promise<LiveVoice | undefined> {
    loading ??= load().then(
      (loaded) => (voice = loaded),
      () => (loading = undefined),
    )
    return loading
  }

  return {
    transcriber: (overHttp) => ({
      start(request) {
        const fallback = overHttp.start(request)
        if (!request.isLive) {
          // What a wake word or an interruption says is heard as a recording; the reply to it can come over the socket.
          void loadVoice().then((loaded) => loaded?.open())
          return fallback
        }
        if (voice) return voice.start(request, fallback)
        const late = new LateHearing(request, fallback)
        void loadVoice().then((loaded) => loaded && late.goOnWith(loaded))
        return late
      },
    }),
    replyTo: (question) => voice?.replyTo(question),
    reply: (replyId) => voice?.reply(replyId),
    say: async (order, signal) => voice?.say(order, signal),
    interrupted: (replyId, heard) => voice?.interrupted(replyId, heard),
  }
}

/** An utterance that began before the code was there. */
class LateHearing implements Hearing {
  readonly #request: HearingRequest
  readonly #fallback: Hearing
  #hearing: Hearing | undefined
  #frames: Frame[] = []
  #line: MessagePort | undefined
  #isOver = false

  constructor(request: HearingRequest, fallback: Hearing) {
    this.#request = request
    this.#fallback = fallback
  }

  goOnWith(voice: LiveVoice): void {
    if (this.#isOver) return
    this.#hearing = voice.start(this.#request, this.#fallback)
    for (const frame of this.#frames) this.#hearing.take?.(frame)
    this.#frames = []
    this.#passLine()
  }

  take(frame: Frame): void {
    if (this.#hearing) this.#hearing.take?.(frame)
    else this.#frames.push(frame)
  }

  listenOn(line: MessagePort): void {
    this.#line = line
    if (this.#hearing) this.#passLine()
  }

  soundEnding(): void {
    this.#hearing?.soundEnding?.()
  }

  soundEnded(): void {
    this.#isOver = true
    this.#frames = []
    this.#passLine()
    this.#hearing?.soundEnded?.()
  }

  finish(recording: Recording): Promise<Transcript> {
    return (this.#hearing ?? this.#fallback).finish(recording)
  }

  abort(): void {
    this.#isOver = true
    this.#passLine()
    ;(this.#hearing ?? this.#fallback).abort()
  }

  /** A line that nobody listens on would keep all that is said. */
  #passLine(): void {
    const line = this.#line
    this.#line = undefined
    if (this.#hearing?.listenOn && line) this.#hearing.listenOn(line)
    else line?.close()
  }
}
