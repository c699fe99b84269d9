// No zod here: the editor reads these.

/** Lengths in UTF-16 code units, after trimming. */
export const CUSTOM_AGENT_LIMITS = {
  name: 40,
  purpose: 200,
  instructions: 8_000,
  prompts: 20,
  prompt: 300,
  model: 200,
} as const

/** Theme roles available as an agent's colour: those that differ in every theme. */
export const AGENT_COLOURS = ['accent', 'info', 'success', 'warning'] as const

/** Longest file that is read as an agent, in bytes: the longest agent in the script with the longest bytes. */
export const MAX_AGENT_FILE_BYTES = 128 * 1_024
