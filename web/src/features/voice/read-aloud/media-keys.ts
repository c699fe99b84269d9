import { wavHeader } from '@vee/contract/audio/wav-header'
import type { VoiceSession } from '#voice/index.ts'

/** Longer than browsers' limit for notification sounds, which receive no media keys, in seconds. */
const SILENCE_SECONDS = 10
const SAMPLE_RATE = 8_000
/** the zero level of unsigned 8-bit samples */
const ZERO_LEVEL = 0x80

/**
 * Handles media keys of a headset or keyboard: play, pause, stop. Browsers send the keys to pages that play a
 * media element, which an AudioContext is not: a silent element plays and pauses with the voice.
 */
export function handleMediaKeys(session: VoiceSession): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  const actions = {
    play: () => session.setPaused(false),
    pause: () => session.setPaused(true),
    stop: () => session.stopSpeech(),
  }
  let keepalive: HTMLAudioElement | undefined
  let was: Voice = 'none'

  function follow(): void {
    const is = voiceOf(session)
    if (is === was) return
    if (was === 'none') takeKeys()
    was = is
    if (is === 'none') return give()
    mediaSession.playbackState = is
    // A browser that blocks autoplay does not play the silence either: then it gets no keys.
    if (is === 'playing') keepalive?.play().catch(() => undefined)
    else keepalive?.pause()
  }

  function takeKeys(): void {
    keepalive = createMediaSessionKeepalive()
    mediaSession.metadata = new MediaMetadata({ title: 'Vee' })
    for (const [action, handle] of Object.entries(actions)) {
      mediaSession.setActionHandler(action as keyof typeof actions, handle)
    }
  }

  /** Releases the keys for other pages. */
  function give(): void {
    if (keepalive) endMediaSessionKeepalive(keepalive)
    keepalive = undefined
    mediaSession.playbackState = 'none'
    mediaSession.metadata = null
    for (const action of Object.keys(actions)) {
      mediaSession.setActionHandler(action as keyof typeof actions, null)
    }
  }

  session.subscribe(follow)
  follow()
}

type Voice = MediaSessionPlaybackState

function voiceOf(session: VoiceSession): Voice {
  const { state, listening } = session.snapshot()
  if (listening.kind === 'live') return listening.activity === 'speaking' ? 'playing' : 'paused'
  if (state.phase !== 'speaking') return 'none'
  return state.isPaused ? 'paused' : 'playing'
}

/** Creates an element that plays silence in a loop, until it is paused. */
function createMediaSessionKeepalive(): HTMLAudioElement {
  const element = new Audio(URL.createObjectURL(silentWav()))
  element.loop = true
  return element
}

/** Ends it, and releases its audio. */
function endMediaSessionKeepalive(element: HTMLAudioElement): void {
  element.pause()
  URL.revokeObjectURL(element.src)
}

function silentWav(): Blob {
  const samples = new Uint8Array(SILENCE_SECONDS * SAMPLE_RATE).fill(ZERO_LEVEL)
  return new Blob([wavHeader(samples.length, SAMPLE_RATE, 8), samples], { type: 'audio/wav' })
}
