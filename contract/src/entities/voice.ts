import { z } from 'zod'

/** Whether a voice sounds natural or synthetic. */
export const voiceQuality = z.enum(['natural', 'basic'])

/**
 * The preferred voice of an agent. It is matched to the available voices; a voice, speed or pitch chosen by
 * the user has priority.
 */
export const voiceWish = z.object({
  /** low: a male voice, high: a female one, if voices have a gender; otherwise the browser's pitch */
  pitch: z.enum(['low', 'middle', 'high']),
  /** a term in the description of suitable voices */
  tone: z.enum(['bright', 'calm', 'clear', 'deep', 'energetic', 'gentle', 'lively', 'warm']),
  /** speed, as a factor */
  pace: z.number().min(0.5).max(2),
  /** BCP 47: the preferred regional form of the reply's language */
  language: z.string().max(35).optional(),
})
export type VoiceWish = z.infer<typeof voiceWish>

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
  /** when its words sound is known: `wordTimes` of POST /tts and of /api/live */
  hasWordTimes: z.boolean().optional(),
})
export type Voice = z.infer<typeof voice>
