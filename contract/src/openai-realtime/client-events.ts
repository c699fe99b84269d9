import { z } from 'zod'
import { MAX_MESSAGE_LENGTH } from '../entities/message.ts'
import { MAX_REALTIME_APPEND_LENGTH } from './realtime-limits.ts'
import { realtimeResponseOptions, realtimeSessionUpdate } from './session-config.ts'

const id = z.string().min(1).max(200)
const text = z.string().max(MAX_MESSAGE_LENGTH)
const audio = z
  .string()
  .max(MAX_REALTIME_APPEND_LENGTH, `At most ${MAX_REALTIME_APPEND_LENGTH} characters of base64.`)
const status = z.enum(['completed', 'incomplete', 'in_progress']).nullish()

const contentPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input_text'), text }),
  z.object({ type: z.literal('input_audio'), audio: audio.nullish(), transcript: text.nullish() }),
  /** a data URL; other URLs are rejected, and nothing is fetched */
  z.object({ type: z.literal('input_image'), image_url: z.string().max(4_000_000) }),
  z.object({ type: z.literal('output_text'), text }),
  z.object({ type: z.literal('output_audio'), transcript: text.nullish() }),
])
export type RealtimeContentPart = z.infer<typeof contentPart>

export const realtimeItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    id: id.nullish(),
    role: z.enum(['system', 'user', 'assistant']),
    status,
    content: z.array(contentPart).max(100),
  }),
  z.object({
    type: z.literal('function_call'),
    id: id.nullish(),
    call_id: id.nullish(),
    name: z.string().min(1).max(200),
    arguments: text,
    status,
  }),
  z.object({
    type: z.literal('function_call_output'),
    id: id.nullish(),
    call_id: id,
    output: text,
    status,
  }),
])
export type RealtimeItemInput = z.infer<typeof realtimeItem>

const itemReference = z.object({ type: z.literal('item_reference'), id })

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), event_id: z.string().max(512).nullish(), ...shape })

export const realtimeClientEvent = z.discriminatedUnion('type', [
  event('session.update', { session: realtimeSessionUpdate }),
  event('input_audio_buffer.append', { audio }),
  event('input_audio_buffer.commit', {}),
  event('input_audio_buffer.clear', {}),
  event('conversation.item.create', {
    item: realtimeItem,
    /** `root`: at the beginning; default: at the end */
    previous_item_id: id.nullish(),
  }),
  event('conversation.item.retrieve', { item_id: id }),
  event('conversation.item.truncate', {
    item_id: id,
    content_index: z.int().min(0),
    /** how much of its audio was played */
    audio_end_ms: z.int().min(0),
  }),
  event('conversation.item.delete', { item_id: id }),
  event('response.create', {
    response: realtimeResponseOptions
      .extend({
        input: z
          .array(z.union([realtimeItem, itemReference]))
          .max(500)
          .nullish(),
      })
      .nullish(),
  }),
  event('response.cancel', { response_id: id.nullish() }),
])
export type RealtimeClientEvent = z.infer<typeof realtimeClientEvent>
export type RealtimeResponseRequest = NonNullable<
  Extract<RealtimeClientEvent, { type: 'response.create' }>['response']
>
