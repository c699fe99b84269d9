// No zod here: the editors read these.

/** Limits of sampling parameters. */
export const SAMPLING_LIMITS = {
  /** 0: always the likeliest word */
  temperature: { least: 0, most: 2 },
  topP: { least: 0.01, most: 1 },
  /** tokens of a reply */
  maxOutputTokens: { least: 16, most: 128_000 },
} as const

export type SamplingOption = keyof typeof SAMPLING_LIMITS
export const SAMPLING_OPTIONS = ['temperature', 'topP', 'maxOutputTokens'] as const satisfies SamplingOption[]
