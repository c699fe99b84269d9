// No zod here: the web client reads these.

/** From which share of the allowance on each step of the bending budget begins. */
export const STEP_BEGINS_AT = {
  warning: 0.8,
  'smaller-model': 0.9,
  'browser-voice': 0.95,
  'own-key': 1,
} as const
