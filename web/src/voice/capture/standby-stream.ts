/** Time after which a device that is not used is closed, in ms. */
const STANDBY_MS = 120_000

/** A device, and how the browser processes its sound. */
export interface MicrophoneInput {
  /** '' for the system's default */
  readonly deviceId: string
  /**
   * Headphones have no echo, and the canceller of Chromium mutes who speaks into the voice until it has noticed that
   * (decision 0048).
   */
  readonly cancelsEcho: boolean
}

interface Kept {
  readonly stream: MediaStream
  readonly input: MicrophoneInput
  readonly unfollow: () => void
}

interface Options {
  /** asked when a recording has ended */
  readonly isWanted: () => boolean
  /** called when a device is kept open, and when it is used again or closed */
  readonly onChange: () => void
}

/**
 * Keeps the device open between two recordings, muted, because the first syllable is lost while one opens: a headset or a phone
 * takes hundreds of milliseconds. It is closed after two minutes, and when the page is hidden.
 */
export class StandbyStream {
  readonly #options: Options
  #kept: Kept | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#kept !== undefined
  }

  /** Returns the open stream of that input, no longer muted; undefined if there is none. */
  takeStream({ deviceId, cancelsEcho }: MicrophoneInput): MediaStream | undefined {
    const kept = this.#kept
    if (kept?.input.deviceId !== deviceId || kept.input.cancelsEcho !== cancelsEcho) {
      this.close()
      return undefined
    }
    this.#forget()
    setMuted(kept.stream, false)
    return kept.stream
  }

  /** Keeps a stream whose recording has ended, or closes it. */
  keep(stream: MediaStream, input: MicrophoneInput): void {
    const tracks = stream.getTracks()
    const isLive = tracks.every(({ readyState }) => readyState === 'live')
    if (!isLive || document.hidden || !this.#options.isWanted()) return stop(stream)
    this.close()
    setMuted(stream, true)
    const close = () => this.close()
    const timer = setTimeout(close, STANDBY_MS)
    document.addEventListener('visibilitychange', close)
    for (const track of tracks) track.addEventListener('ended', close)
    this.#kept = {
      stream,
      input,
      unfollow() {
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', close)
        for (const track of tracks) track.removeEventListener('ended', close)
      },
    }
    this.#options.onChange()
  }

  /** Closes the device if it is kept open. */
  close(): void {
    const kept = this.#kept
    if (!kept) return
    this.#forget()
    stop(kept.stream)
  }

  #forget(): void {
    this.#kept?.unfollow()
    this.#kept = undefined
    this.#options.onChange()
  }
}

export function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function setMuted(stream: MediaStream, isMuted: boolean): void {
  for (const track of stream.getAudioTracks()) track.enabled = !isMuted
}
