import type { VoiceSession } from '#voice/index.ts'
import { createMediaSessionKeepalive, endMediaSessionKeepalive } from './media-session-keepalive.ts'

/**
 * The keys of a headset or keyboard work the voice: play, pause, stop. Browsers give the keys to whoever plays a media
 * element, and a voice out of an AudioContext is none: beside it runs an element with silence, and pauses with it.
 */
export function workByHeadset(session: VoiceSession): void {
  if (!('mediaSession' in navigator)) return
  const { mediaSession } = navigator
  const actions = {
    play: () => session.hold(false),
    pause: () => session.hold(true),
    stop: () => session.stopSpeech(),
  }
  let silence: HTMLAudioElement | undefined
  let was: Voice = 'none'

  function follow(): void {
    const is = voiceOf(session)
    if (is === was) return
    if (was === 'none') take()
    was = is
    if (is === 'none') return give()
    mediaSession.playbackState = is
    // A browser that lets no sound out yet plays no silence either: then the keys are somebody else's.
    if (is === 'playing') silence?.play().catch(() => undefined)
    else silence?.pause()
  }

  function take(): void {
    silence = createMediaSessionKeepalive()
    mediaSession.metadata = new MediaMetadata({ title: 'Vee' })
    for (const [action, handle] of Object.entries(actions)) {
      mediaSession.setActionHandler(action as keyof typeof actions, handle)
    }
  }

  /** The keys are free for others again. */
  function give(): void {
    if (silence) endMediaSessionKeepalive(silence)
    silence = undefined
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
  const { state } = session.snapshot()
  if (state.phase !== 'speaking') return 'none'
  return state.isHeld ? 'paused' : 'playing'
}
