import { lazyPort } from '#lib/async/lazy-module.ts'
import type { MicrophonePermission } from '../capture/microphone.ts'
import { INITIAL_SNAPSHOT } from './initial-snapshot.ts'
import type { VoiceNotice, VoiceSession, VoiceSnapshot } from './session-ports.ts'

export interface LazySessionOptions {
  /** loads the code of the session and creates it */
  readonly load: () => Promise<VoiceSession>
  /** returns whether utterances of an earlier visit may await a decision */
  readonly mayHaveStoredUtterances: () => Promise<boolean>
  readonly permission: () => Promise<MicrophonePermission>
  /** Asks without a session; the reply is reported like one that the conversation started itself. */
  readonly ask: (text: string) => void
  /** Stops the running reply without a session. */
  readonly stopReply: () => void
  /**
   * Both are called within the user gesture, which is over when the code is loaded. Unlocks audio input and
   * output of the page.
   */
  readonly wakeSound: () => void
  /** Unlocks the voice of replies. */
  readonly unlock: () => void
  readonly speaksReplies: () => boolean
  /** whether there is an agent to talk to */
  readonly mayListen: () => boolean
  /** ms, by the clock that times presses */
  readonly now: () => number
}

/** A session that can be preloaded. */
export interface LazySession extends VoiceSession {
  /** Loads the code when the user is about to talk or type. */
  prepare(): void
}

/**
 * A voice session whose code is loaded with the first user activity, so that the first page does not include
 * it. Calls are queued until then and replayed in order. If the code cannot be loaded, typing works, and a
 * press fails like a microphone that does not open.
 * More than a `lazyPort`: until the code is loaded, it keeps the state that the page shows, so that a press is
 * visible at once and a question can be sent.
 */
export function createLazySession(options: LazySessionOptions): LazySession {
  return new WaitingSession(options)
}

class WaitingSession implements LazySession {
  readonly #options: LazySessionOptions
  readonly #listeners = new Set<() => void>()
  readonly #port = lazyPort(
    () => this.#options.load(),
    (session) => this.#setUp(session),
    () => this.#giveUp(),
  )
  #isDisposed = false
  #early = INITIAL_SNAPSHOT

  readonly levels = {
    microphone: (): number => this.#session?.levels.microphone() ?? 0,
    playback: (): number => this.#session?.levels.playback() ?? 0,
  }

  constructor(options: LazySessionOptions) {
    this.#options = options
    void options.permission().then((permission) => this.#showEarly({ permission }))
    void options.mayHaveStoredUtterances().then((mayHave) => {
      if (mayHave) this.prepare()
    })
  }

  get #session(): VoiceSession | undefined {
    return this.#port.now()
  }

  snapshot = (): VoiceSnapshot => this.#session?.snapshot() ?? this.#early

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  prepare(): void {
    this.#port.load().catch(() => {})
  }

  press(agoMs = 0): void {
    if (!this.#session) {
      if (!this.#options.mayListen()) return
      this.#options.wakeSound()
      this.#showOpening(agoMs)
    }
    this.#forwardTimed((session, ago) => session.press(ago), agoMs)
  }

  release(agoMs = 0): void {
    // Releases without a known press are ignored.
    if (this.#session || !this.#port.isQueueEmpty())
      this.#forwardTimed((session, ago) => session.release(ago), agoMs)
  }

  closeMicrophone(): void {
    if (this.#session) this.#session.closeMicrophone()
    else this.#forgetPress()
  }

  stopListening(): void {
    this.#session?.stopListening()
  }

  switchMicrophone = (): void => this.#session?.switchMicrophone()

  escape(): boolean {
    return this.#session ? this.#session.escape() : this.#forgetPress()
  }

  submit(text: string): boolean {
    if (this.#session) return this.#session.submit(text)
    if (text.trim() === '') return false
    this.#forgetPress()
    if (this.#options.speaksReplies()) this.#options.unlock()
    this.prepare()
    this.#options.ask(text)
    return true
  }

  progress: VoiceSession['progress'] = (progress) => {
    const { type, turnId } = progress
    if (type === 'reply-text' || type === 'reply-ended') this.#showReply(turnId, type === 'reply-text')
    this.#forward((session) => session.progress(progress))
  }

  adoptReply(turnId: string, isFromStart: boolean): void {
    // A pending press is visible and can be cancelled.
    if (this.#early.state.phase !== 'opening')
      this.#showEarly({ state: { phase: 'waiting', turnId, voice: 'off' }, visual: 'thinking' })
    this.#forward((session) => session.adoptReply(turnId, isFromStart))
  }

  replay(replyId: string, markdown: string, fromOffset: number): void {
    this.#forward((session) => session.replay(replyId, markdown, fromOffset))
  }

  announce = (text: string): void => this.#forward((session) => session.announce(text))

  addAside: VoiceSession['addAside'] = (aside) => this.#forward((session) => session.addAside(aside))

  dropAside = (asideId: string): void => this.#session?.dropAside(asideId)

  askConsent: VoiceSession['askConsent'] = (question) => this.#session?.askConsent(question)

  setPaused = (isPaused: boolean): void => this.#session?.setPaused(isPaused)

  stopSpeech = (): void => this.#session?.stopSpeech()

  stopReply(): void {
    if (this.#session) this.#session.stopReply()
    else this.#options.stopReply()
  }

  unlock = (): void => this.#options.unlock()

  retryUtterance = (id: string): void => this.#forward((session) => session.retryUtterance(id))

  editUtterance(id: string): void {
    this.#forward((session) => session.editUtterance(id))
  }

  discardUtterance(id: string): void {
    this.#forward((session) => session.discardUtterance(id))
  }

  notify(notice: VoiceNotice): void {
    this.#forward((session) => session.notify(notice))
  }

  dismissNotice(notice: VoiceNotice): void {
    this.#forward((session) => session.dismissNotice(notice))
  }

  dispose(): void {
    this.#isDisposed = true
    this.#port.clearQueue()
    this.#session?.dispose()
    this.#listeners.clear()
  }

  #forward(call: (session: VoiceSession) => void): void {
    if (this.#isDisposed) return
    this.#port.queue(call)
    if (!this.#session) this.prepare()
  }

  /** Events while the code was loading keep their original time. */
  #forwardTimed(say: (session: VoiceSession, agoMs: number) => void, agoMs: number): void {
    const nowMs = this.#options.now() - agoMs
    this.#forward((session) => say(session, this.#options.now() - nowMs))
  }

  #setUp(session: VoiceSession): void {
    if (this.#isDisposed) {
      session.dispose()
      return
    }
    session.subscribe(() => this.#emit())
    // Listeners see the session once it has received the queued calls.
    this.#port.queue(() => this.#emit())
  }

  #showOpening(agoMs: number): void {
    const gesture = { mode: 'hold', since: this.#options.now() - agoMs } as const
    this.#showEarly({
      state: { phase: 'opening', utteranceId: '', gesture, queue: [] },
      visual: 'connecting',
    })
  }

  #showReply(turnId: string, isWriting: boolean): void {
    const { state } = this.#early
    if (!('turnId' in state) || state.turnId !== turnId) return
    if (!isWriting) this.#showEarly({ state: INITIAL_SNAPSHOT.state, visual: 'idle' })
    else if (state.phase === 'waiting')
      this.#showEarly({
        state: { phase: 'replying', turnId, isWriting: true, voice: 'off' },
        visual: 'responding',
      })
  }

  /** Returns whether there was a press that was pending or failed. */
  #forgetPress(): boolean {
    const { phase } = this.#early.state
    if (phase !== 'opening' && phase !== 'failed') return false
    if (phase === 'opening') this.#port.clearQueue()
    this.#showEarly({ state: INITIAL_SNAPSHOT.state, visual: 'idle' })
    return true
  }

  #giveUp(): void {
    const isPressed = this.#early.state.phase === 'opening'
    if (isPressed)
      this.#showEarly({ state: { phase: 'failed', reason: 'no-answer', queue: [] }, visual: 'error' })
  }

  #showEarly(change: Partial<VoiceSnapshot>): void {
    this.#early = { ...this.#early, ...change }
    if (!this.#session) this.#emit()
  }

  #emit(): void {
    for (const listener of this.#listeners) listener()
  }
}
