import { z } from 'zod'
import { SAMPLING_LIMITS as LIMITS, SAMPLING_OPTIONS } from './sampling-limits.ts'

/** How a model chooses the words of a reply; null: the model's default. A model ignores what it does not take. */
export const sampling = z.object({
  temperature: z.number().min(LIMITS.temperature.least).max(LIMITS.temperature.most).nullable().default(null),
  topP: z.number().min(LIMITS.topP.least).max(LIMITS.topP.most).nullable().default(null),
  maxOutputTokens: z
    .int()
    .min(LIMITS.maxOutputTokens.least)
    .max(LIMITS.maxOutputTokens.most)
    .nullable()
    .default(null),
})
export type Sampling = z.infer<typeof sampling>

export const samplingOption = z.enum(SAMPLING_OPTIONS)
