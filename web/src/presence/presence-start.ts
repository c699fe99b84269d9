import { PRESENCE_EVENTS, type PresenceEvent, type PresenceEventEffect } from './accents.ts'
import type { Mood } from './moods.ts'
import type { PresencePreferences, PresenceProfile } from './profile.ts'
import { MOOD_OF_STATE, type AppState } from './states.ts'

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

/** The state of a presence without blends and accents. A presence that starts with it looks the same. */
export interface PresenceStart {
  readonly state: AppState
  readonly mood: Mood
  readonly profile: PresenceProfile
  readonly preferences: PresencePreferences
  readonly isLoading: boolean
}

/**
 * Returns the displayed state: while the whole app loads an idle presence connects; any other state has
 * priority.
 */
export function stateWhileLoading({ state, isLoading }: PresenceStart): AppState {
  return isLoading && state === 'idle' ? 'connecting' : state
}

/** Returns the effect of an event in that state. */
export function effectOf(event: PresenceEvent, { profile }: PresenceStart): PresenceEventEffect {
  const effect = PRESENCE_EVENTS[event]
  return event === 'theme-chosen' ? { ...effect, mood: profile.moodOnChoice } : effect
}

/** True if a command enables high contrast, which is an event too. */
export function enablesHighContrast(before: PresencePreferences, after: PresencePreferences): boolean {
  return after.highContrast && !before.highContrast
}

function enter(start: PresenceStart, state: AppState): PresenceStart {
  return state === start.state ? start : { ...start, state, mood: MOOD_OF_STATE[state] }
}

function react(start: PresenceStart, event: PresenceEvent): PresenceStart {
  const { state = start.state, mood } = effectOf(event, start)
  const entered = enter(start, state)
  return mood ? { ...entered, mood } : entered
}

/** Returns the state after a command. */
export function startAfter(start: PresenceStart, command: PresenceCommand): PresenceStart {
  switch (command.type) {
    case 'state':
      return enter(start, command.state)
    case 'mood':
      return { ...start, mood: command.mood }
    case 'loading':
      return { ...start, isLoading: command.isLoading }
    case 'profile':
      return { ...start, profile: command.profile }
    case 'preferences': {
      const preferring = { ...start, preferences: command.preferences }
      return enablesHighContrast(start.preferences, command.preferences)
        ? react(preferring, 'high-contrast')
        : preferring
    }
    case 'event':
      return react(start, command.event)
    case 'reset':
      return { ...enter(start, 'idle'), mood: 'calm' }
    // Handled by the painter.
    case 'rest':
      return start
  }
}
