export { APP_STATES, STATE_LABELS, stateWhileLoading, type AppState } from './states.ts'
export { MOODS, type Mood } from './moods.ts'
export { visualVariables } from './initial-visuals.ts'
export type { PresencePreferences, PresenceProfile } from './look.ts'
export { PRESENCE_EVENTS, type PresenceEvent } from './accents.ts'
export { PresenceController } from './presence-controller.ts'
export type { PresenceCommand } from './presence-model.ts'
export {
  mountPresence,
  type MountedPresence,
  type PresencePlacement,
  type SoundLevels,
} from './mount-presence.ts'
export type { PainterChoice } from './open-scene.ts'
