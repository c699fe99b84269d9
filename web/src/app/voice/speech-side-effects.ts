import type { Chat } from '#features/chat/index.ts'
import { STORAGE_KEYS, readJson, removeStorageKey, writeJson } from '#lib/storage/storage.ts'
import { useEyesOff } from '#lib/eyes-off.ts'
import { useSettings } from '#lib/settings/index.ts'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { handleMediaKeys } from '#features/voice/read-aloud/media-keys.ts'
import type { AppVoice } from './voice.ts'

/** A reload takes seconds; a page that is opened much later does not resume speech. In ms. */
const RESUME_LIMIT_MS = 60_000

interface Marker {
  readonly replyId: string
  /** offset of the interrupted sentence in the reply's text */
  readonly offset: number
  /** ms since 1970 */
  readonly at: number
}

/** Resumes speech after a reload, lets one tab speak at a time, keeps the screen on, and follows the media keys. */
export function startSpeechSideEffects({ session, speechOutput }: AppVoice, chat: () => Chat): void {
  resumeAfterReload(session, chat)
  speechOutput.subscribe((event) => {
    if (event.type === 'sentence') {
      const { replyId, start } = event.range
      writeJson(STORAGE_KEYS.speaking, { replyId, offset: start, at: Date.now() } satisfies Marker)
    }
    if (event.type === 'finished' || event.type === 'stopped') removeStorageKey(STORAGE_KEYS.speaking)
  })
  talkAloneAmongTabs(session)
  keepScreenOn(session)
  handleMediaKeys(session)
}

/**
 * Resumes the sentence that the previous page was speaking, as soon as the reply is loaded and no other tab
 * speaks.
 */
function resumeAfterReload(session: VoiceSession, chat: () => Chat): void {
  const marker = takeMarker()
  if (!marker || useSettings.getState().muted) return
  const { replyId, offset } = marker
  const undo = [session.subscribe(tryIt), chat().state.subscribe(tryIt)]
  const limit = setTimeout(stop, RESUME_LIMIT_MS)

  function stop(): void {
    clearTimeout(limit)
    for (const end of undo) end()
  }

  function tryIt(): void {
    const { state } = session.snapshot()
    const { messages, running } = chat().state.getState()
    const reply = messages.find(({ id }) => id === replyId)
    const isOther = state.phase === 'capturing' || state.phase === 'waiting' || state.phase === 'speaking'
    if (!reply || isOther) return stop()
    if (running || state.phase !== 'idle') return
    stop()
    session.replay(replyId, reply.text, offset)
  }
  tryIt()
}

function takeMarker(): Marker | undefined {
  const marker = readJson(STORAGE_KEYS.speaking)
  removeStorageKey(STORAGE_KEYS.speaking)
  return isMarker(marker) && Date.now() - marker.at < RESUME_LIMIT_MS ? marker : undefined
}

function isMarker(value: unknown): value is Marker {
  if (typeof value !== 'object' || value === null) return false
  const { replyId, offset, at } = value as Partial<Record<keyof Marker, unknown>>
  return typeof replyId === 'string' && typeof offset === 'number' && typeof at === 'number'
}

/** Calls `onChange` with the value of a condition, at every change. */
function follow(
  session: VoiceSession,
  isSo: (snapshot: VoiceSnapshot) => boolean,
  onChange: (isSo: boolean) => void,
): void {
  let was = false
  const look = () => {
    const is = isSo(session.snapshot())
    if (is !== was) onChange((was = is))
  }
  session.subscribe(look)
  look()
}

const isSpeaking = ({ state }: VoiceSnapshot): boolean => state.phase === 'speaking' && !state.isPaused

const isListening = ({ state, listening }: VoiceSnapshot): boolean =>
  listening.kind !== 'off' || state.phase === 'capturing'

/**
 * Allows one voice conversation at a time across tabs: if one speaks or listens, the others are muted, and
 * ignore both the user's speech and Vee's voice. Tabs that wait for a wake word continue to do so during
 * speech.
 */
function talkAloneAmongTabs(session: VoiceSession): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel('vee-voice')
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const { listening } = session.snapshot()
    const waitsForWakeWord = 'mode' in listening && listening.mode === 'voice-activation'
    if (data === 'listening' || !waitsForWakeWord) session.stopListening()
    session.setPaused(true)
  })
  const tell = (what: 'speaking' | 'listening') => (isSo: boolean) => {
    if (isSo) channel.postMessage(what)
  }
  follow(session, isSpeaking, tell('speaking'))
  follow(session, isListening, tell('listening'))
}

const isAwake = (snapshot: VoiceSnapshot): boolean =>
  isSpeaking(snapshot) || snapshot.listening.kind !== 'off'

/** Requests a wake lock, so that the screen stays on while the user talks without touching it. */
function keepScreenOn(session: VoiceSession): void {
  if (!('wakeLock' in navigator)) return
  let lock: Promise<WakeLockSentinel | undefined> | undefined
  const update = (awake: boolean) => {
    void lock?.then((held) => held?.release())
    // The browser may reject it, for example because of a low battery.
    lock = awake ? navigator.wakeLock.request('screen').catch(() => undefined) : undefined
  }
  const isNeeded = () => isAwake(session.snapshot()) || useEyesOff.getState().isOn
  let was = false
  const look = () => {
    if (isNeeded() !== was) update((was = !was))
  }
  session.subscribe(look)
  useEyesOff.subscribe(look)
  // The browser releases the lock while the page is hidden.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isNeeded()) update(true)
  })
}
