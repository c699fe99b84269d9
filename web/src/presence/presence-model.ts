import {
  ENTRY_ACCENTS,
  hasEnded,
  NO_ACCENTS,
  PRESENCE_EVENTS,
  startAccents,
  sumAccents,
  type Accent,
  type AccentSum,
  type PresenceEvent,
  type PresenceEventEffect,
  type RunningAccent,
} from './accents.ts'
import {
  afterMotionSwitch,
  blendLooks,
  resolveLook,
  type Look,
  type PresencePreferences,
  type PresenceProfile,
} from './look.ts'
import type { Mood } from './moods.ts'
import { MOOD_OF_STATE, stateWhileLoading, type AppState } from './states.ts'

/** Commands of the app to the presence. Plain data, because they are also posted to a worker. */
export type PresenceCommand =
  | { readonly type: 'state'; readonly state: AppState }
  | { readonly type: 'mood'; readonly mood: Mood }
  /** the whole app loads: an idle presence connects */
  | { readonly type: 'loading'; readonly isLoading: boolean }
  | { readonly type: 'profile'; readonly profile: PresenceProfile }
  | { readonly type: 'preferences'; readonly preferences: PresencePreferences }
  | { readonly type: 'event'; readonly event: PresenceEvent }
  | { readonly type: 'reset' }
  /** pauses drawing for a moment, because something needs the processor */
  | { readonly type: 'rest' }

const STATE_BLEND_MS = 800
const MOOD_BLEND_MS = 600

/** The initial state of a presence, without a blend or an accent. */
export interface PresenceStart {
  readonly state: AppState
  readonly mood: Mood
  readonly profile: PresenceProfile
  readonly preferences: PresencePreferences
  readonly isLoading: boolean
}

/**
 * The presence over time: receives commands and returns the look at a moment. It does not draw and reads no
 * clock; every call passes the time in milliseconds. A blend starts from the look at that moment.
 */
export class PresenceModel {
  #state: AppState
  #mood: Mood
  #profile: PresenceProfile
  #preferences: PresencePreferences
  #isLoading: boolean
  #from: Look
  #to: Look
  #blendStartMs = Number.NEGATIVE_INFINITY
  #blendMs = STATE_BLEND_MS
  #accents: RunningAccent[] = []

  constructor(start: PresenceStart) {
    this.#state = start.state
    this.#mood = start.mood
    this.#profile = start.profile
    this.#preferences = start.preferences
    this.#isLoading = start.isLoading
    this.#to = this.#resolve()
    this.#from = this.#to
  }

  /** Returns the state with which another presence would look the same. */
  get start(): PresenceStart {
    return {
      state: this.#state,
      mood: this.#mood,
      profile: this.#profile,
      preferences: this.#preferences,
      isLoading: this.#isLoading,
    }
  }

  /** Returns the displayed state. */
  get state(): AppState {
    return stateWhileLoading(this.#state, this.#isLoading)
  }

  get profile(): PresenceProfile {
    return this.#profile
  }

  /** Returns the current look, or the end of a blend. */
  get target(): Look {
    return this.#to
  }

  get isStill(): boolean {
    return this.#preferences.reducedMotion
  }

  apply(command: PresenceCommand, nowMs: number): void {
    switch (command.type) {
      case 'state':
        this.#enter(command.state, nowMs)
        break
      case 'mood':
        this.#mood = command.mood
        this.#blendTo(this.#resolve(), MOOD_BLEND_MS, nowMs)
        break
      case 'loading':
        this.#isLoading = command.isLoading
        this.#blendTo(this.#resolve(), STATE_BLEND_MS, nowMs)
        break
      case 'profile':
        this.#profile = command.profile
        this.#blendTo(this.#resolve(), MOOD_BLEND_MS, nowMs)
        break
      case 'preferences':
        this.#prefer(command.preferences, nowMs)
        break
      case 'event':
        this.#answer(this.#effectOf(command.event), nowMs)
        break
      // Handled by the painter.
      case 'rest':
        break
      case 'reset':
        this.#mood = 'calm'
        this.#accents = []
        this.#enter('idle', nowMs)
        break
    }
  }

  /** Returns the look at that moment; with reduced motion it is already at its target. */
  lookAt(nowMs: number): Look {
    if (this.isStill) return this.#to
    return blendLooks(this.#from, this.#to, (nowMs - this.#blendStartMs) / this.#blendMs)
  }

  accentsAt(nowMs: number): AccentSum {
    if (this.#accents.length === 0) return NO_ACCENTS
    this.#accents = this.#accents.filter((running) => !hasEnded(running, nowMs))
    return sumAccents(this.#accents, nowMs)
  }

  /** True during a blend or an accent. */
  isMoving(nowMs: number): boolean {
    return this.#accents.length > 0 || nowMs - this.#blendStartMs < this.#blendMs
  }

  #resolve(): Look {
    return resolveLook(this.state, this.#mood, this.#profile, this.#preferences)
  }

  #blendTo(target: Look, durationMs: number, nowMs: number): void {
    this.#from = this.lookAt(nowMs)
    this.#to = target
    this.#blendStartMs = nowMs
    this.#blendMs = durationMs
  }

  #enter(state: AppState, nowMs: number): void {
    const isNew = state !== this.#state
    this.#state = state
    if (isNew) this.#mood = MOOD_OF_STATE[state]
    this.#blendTo(this.#resolve(), STATE_BLEND_MS, nowMs)
    if (isNew) this.#accent(ENTRY_ACCENTS[state] ?? [], nowMs)
  }

  #effectOf(event: PresenceEvent): PresenceEventEffect {
    const effect = PRESENCE_EVENTS[event]
    return event === 'theme-chosen' ? { ...effect, mood: this.#profile.moodOnChoice } : effect
  }

  #answer(effect: PresenceEventEffect, nowMs: number): void {
    if (effect.state) this.#enter(effect.state, nowMs)
    if (effect.mood) this.#mood = effect.mood
    if (effect.mood) this.#blendTo(this.#resolve(), MOOD_BLEND_MS, nowMs)
    this.#accent(effect.accents, nowMs)
  }

  #accent(accents: readonly Accent[], nowMs: number): void {
    if (!this.isStill) this.#accents.push(...startAccents(accents, nowMs))
  }

  #prefer(preferences: PresencePreferences, nowMs: number): void {
    const before = this.#preferences
    const live = this.lookAt(nowMs)
    this.#preferences = preferences
    if (preferences.reducedMotion === before.reducedMotion) {
      this.#blendTo(this.#resolve(), MOOD_BLEND_MS, nowMs)
    } else {
      this.#from = afterMotionSwitch(live, preferences.reducedMotion)
      this.#to = this.#from
      if (preferences.reducedMotion) this.#accents = []
    }
    if (preferences.highContrast && !before.highContrast) {
      this.#answer(PRESENCE_EVENTS['high-contrast'], nowMs)
    }
  }
}
