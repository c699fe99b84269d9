// No zod here: the web client reads these.

/** The used fraction of the allowance at which each degradation step begins. */
export const STEP_BEGINS_AT = {
  warning: 0.8,
  'smaller-model': 0.9,
  'browser-voice': 0.95,
  'own-key': 1,
} as const
