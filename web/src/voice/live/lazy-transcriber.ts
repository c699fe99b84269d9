import type { Frame } from '../capture/frames.ts'
import type { Hearing, HearingRequest, Recording, Transcriber, Transcript } from '../hear/transcriber.ts'
import type { LazyLive } from './lazy-live.ts'
import type { LiveVoice } from './live-voice.ts'

/** Transcribes live speech over the socket, and everything else with the other transcriber. */
export function createLiveTranscriber(
  live: Pick<LazyLive, 'voice' | 'load'>,
  overHttp: Transcriber,
): Transcriber {
  return {
    start(request) {
      const fallback = overHttp.start(request)
      if (!request.isLive) {
        // Speech after a wake word or an interruption is transcribed as a recording; its reply can use the
        // socket.
        void live.load().then((loaded) => loaded?.open())
        return fallback
      }
      const voice = live.voice()
      if (voice) return voice.start(request, fallback)
      const late = new LateHearing(request, fallback)
      void live.load().then((loaded) => loaded && late.goOnWith(loaded))
      return late
    },
  }
}

/** An utterance that started before the code was loaded. */
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

  /** A port without a listener would buffer all audio. */
  #passLine(): void {
    const line = this.#line
    this.#line = undefined
    if (this.#hearing?.listenOn && line) this.#hearing.listenOn(line)
    else line?.close()
  }
}
