import { z } from 'zod'

/** Whether a voice sounds like a person, or plainly like a machine. */
export const voiceQuality = z.enum(['natural', 'basic'])

/** A voice that can read aloud. `id` is `provider_voiceid`. */
export const voice = z.object({
  id: z.string(),
  providerVoiceId: z.string(),
  name: z.string(),
  /** BCP 47; `mul` when the voice speaks any language */
  lang: z.string(),
  /** `browser`, or the id of a provider of the server (GET /system/speech) */
  provider: z.string(),
  quality: voiceQuality,
  isDefault: z.boolean(),
  gender: z.enum(['female', 'male', 'neutral']).nullable(),
  description: z.string(),
})
export type Voice = z.infer<typeof voice>
