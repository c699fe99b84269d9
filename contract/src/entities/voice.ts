import { z } from 'zod'

export const speechProviderId = z.enum(['browser', 'openai', 'espeak'])
export type SpeechProviderId = z.infer<typeof speechProviderId>

/** A voice that can read aloud. `id` is `provider_voiceid`. */
export const voice = z.object({
  id: z.string(),
  providerVoiceId: z.string(),
  name: z.string(),
  /** BCP 47; `mul` when the voice speaks any language */
  lang: z.string(),
  provider: speechProviderId,
  isDefault: z.boolean(),
  gender: z.enum(['female', 'male', 'neutral']).nullable(),
  description: z.string(),
})
export type Voice = z.infer<typeof voice>
