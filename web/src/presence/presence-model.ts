import {
  ENTRY_ACCENTS,
  hasEnded,
  NO_ACCENTS,
  startAccents,
  sumAccents,
  type Accent,
  type AccentSum,
  type PresenceEventEffect,
  type RunningAccent,
} from './accents.ts'
import { afterMotionSwitch, blendLooks, resolveLook, type Look } from './look.ts'
import {
  effectOf,
  enablesHighContrast,
  startAfter,
  stateWhileLoading,
  type PresenceCommand,
  type PresenceStart,
} from './presence-start.ts'
import type { PresenceProfile } from './profile.ts'
import type { AppState } from './states.ts'

const STATE_BLEND_MS = 800
const MOOD_BLEND_MS = 600

/**
 * The presence over time: receives commands and returns the look at a moment. It does not draw and reads no
 * clock; every call passes the time in milliseconds. A blend starts from the look at that moment.
 */
export class PresenceModel {
  #start: PresenceStart
  #from: Look
  #to: Look
  #blendStartMs = Number.NEGATIVE_INFINITY
  #blendMs = STATE_BLEND_MS
  #accents: RunningAccent[] = []

  constructor(start: PresenceStart) {
    this.#start = start
    this.#to = this.#resolve()
    this.#from = this.#to
  }

  /** Returns the displayed state. */
  get state(): AppState {
    return stateWhileLoading(this.#start)
  }

  get profile(): PresenceProfile {
    return this.#start.profile
  }

  /** Returns the current look, or the end of a blend. */
  get target(): Look {
    return this.#to
  }

  get isStill(): boolean {
    return this.#start.preferences.reducedMotion
  }

  apply(command: PresenceCommand, nowMs: number): void {
    const before = this.#start
    // With reduced motion this is the target, so it is read before that changes.
    const live = this.lookAt(nowMs)
    this.#start = startAfter(before, command)
    switch (command.type) {
      case 'state':
        this.#enter(before, nowMs)
        break
      case 'mood':
      case 'profile':
        this.#blendTo(MOOD_BLEND_MS, nowMs)
        break
      case 'loading':
        this.#blendTo(STATE_BLEND_MS, nowMs)
        break
      case 'preferences':
        this.#prefer(before, live, nowMs)
        break
      case 'event':
        this.#react(effectOf(command.event, before), before, nowMs)
        break
      // Handled by the painter.
      case 'rest':
        break
      case 'reset':
        this.#accents = []
        this.#enter(before, nowMs)
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
    const { mood, profile, preferences } = this.#start
    return resolveLook(this.state, mood, profile, preferences)
  }

  #blendTo(durationMs: number, nowMs: number): void {
    this.#from = this.lookAt(nowMs)
    this.#to = this.#resolve()
    this.#blendStartMs = nowMs
    this.#blendMs = durationMs
  }

  #enter(before: PresenceStart, nowMs: number): void {
    const { state } = this.#start
    this.#blendTo(STATE_BLEND_MS, nowMs)
    if (state !== before.state) this.#accent(ENTRY_ACCENTS[state] ?? [], nowMs)
  }

  #react(effect: PresenceEventEffect, before: PresenceStart, nowMs: number): void {
    if (effect.state) this.#enter(before, nowMs)
    if (effect.mood) this.#blendTo(MOOD_BLEND_MS, nowMs)
    this.#accent(effect.accents, nowMs)
  }

  #accent(accents: readonly Accent[], nowMs: number): void {
    if (!this.isStill) this.#accents.push(...startAccents(accents, nowMs))
  }

  #prefer(before: PresenceStart, live: Look, nowMs: number): void {
    const { preferences } = this.#start
    if (preferences.reducedMotion === before.preferences.reducedMotion) {
      this.#blendTo(MOOD_BLEND_MS, nowMs)
    } else {
      this.#from = afterMotionSwitch(live, preferences.reducedMotion)
      this.#to = this.#from
      if (preferences.reducedMotion) this.#accents = []
    }
    if (enablesHighContrast(before.preferences, preferences))
      this.#react(effectOf('high-contrast', before), before, nowMs)
  }
}
