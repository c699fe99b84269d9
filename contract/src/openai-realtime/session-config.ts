import { z } from 'zod'

// The part of OpenAI's Realtime protocol (GA) that agents support. Names are OpenAI's; other fields are ignored.

const pcm = z.object({
  type: z.literal('audio/pcm', 'Only audio/pcm at 24,000 Hz is supported.'),
  rate: z.literal(24_000, 'Only audio/pcm at 24,000 Hz is supported.').optional(),
})

const detectionOptions = {
  /** whether the end of speech starts a response; default: true */
  create_response: z.boolean().nullish(),
  /** whether speech cancels the current response; default: true */
  interrupt_response: z.boolean().nullish(),
}

export const turnDetection = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('server_vad'),
    ...detectionOptions,
    /** level that counts as speech, 0…1; default: 0.5 */
    threshold: z.number().min(0).max(1).nullish(),
    /** audio before the detected speech that is included, in ms; default: 300 */
    prefix_padding_ms: z.int().min(0).max(5_000).nullish(),
    /** silence that ends a turn, in ms; default: 500 */
    silence_duration_ms: z.int().min(200).max(10_000).nullish(),
    idle_timeout_ms: z.null('idle_timeout_ms is not supported.').optional(),
  }),
  z.object({
    type: z.literal('semantic_vad'),
    ...detectionOptions,
    /** how long a pause is before the turn ends; words are not considered */
    eagerness: z.enum(['low', 'medium', 'high', 'auto']).nullish(),
  }),
])
export type RealtimeTurnDetection = z.infer<typeof turnDetection>

const tool = z.object({
  type: z.literal('function', 'Only tools of type function are supported.'),
  name: z.string().regex(/^[\w-]{1,64}$/, 'letters, digits, _ and -, at most 64'),
  description: z.string().max(10_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({ type: z.literal('function'), name: z.string().max(64) }),
])

const outputModalities = z
  .array(z.enum(['text', 'audio']))
  .length(1, 'Exactly one of text and audio; audio includes its transcript.')

/** A voice id of GET /tts/voices, or the vendor's own id. Names of OpenAI that this server lacks count as `default`. */
const voice = z.union([z.string().max(100), z.object({ id: z.string().max(100) })])

const audioOutput = z.object({
  format: pcm.nullish(),
  voice: voice.nullish(),
  speed: z.number().min(0.25).max(4).nullish(),
})

/** Options of one response, and those of all responses of a session. */
const responseOptions = {
  instructions: z.string().max(100_000).nullish(),
  output_modalities: outputModalities.nullish(),
  /** the agent then has these tools instead of its own */
  tools: z.array(tool).max(128).nullish(),
  tool_choice: toolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  max_output_tokens: z.union([z.literal('inf'), z.int().min(1).max(1_000_000)]).nullish(),
  reasoning: z
    .object({ effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish() })
    .nullish(),
}

export const realtimeSessionUpdate = z.object({
  type: z.literal('realtime', 'Only sessions of type realtime are supported.').optional(),
  ...responseOptions,
  /** cannot change */
  model: z.string().max(100).nullish(),
  audio: z
    .object({
      input: z
        .object({
          format: pcm.nullish(),
          /** null: no events of transcription; speech is transcribed in any case, with the server's own model */
          transcription: z
            .object({
              model: z.string().max(200).nullish(),
              /** BCP 47 or ISO 639-1 */
              language: z.string().max(35).nullish(),
              /** words and names that are likely to occur */
              prompt: z.string().max(1_000).nullish(),
            })
            .nullish(),
          turn_detection: turnDetection.nullish(),
        })
        .nullish(),
      output: audioOutput.nullish(),
    })
    .nullish(),
})
export type RealtimeSessionUpdate = z.infer<typeof realtimeSessionUpdate>

export const realtimeResponseOptions = z.object({
  ...responseOptions,
  audio: z.object({ output: audioOutput.nullish() }).nullish(),
  /** `none`: the response is not added to the conversation */
  conversation: z.enum(['auto', 'none']).nullish(),
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine((entries) => Object.keys(entries).length <= 16, 'At most 16 entries.')
    .nullish(),
})
