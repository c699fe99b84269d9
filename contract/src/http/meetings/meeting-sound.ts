import { z } from 'zod'
import { RANGE_RESPONSE_HEADERS, rangeHeaders } from '../byte-ranges.ts'
import { defineEndpoint } from '../endpoint.ts'
import { opaqueId } from '../chat.ts'

/** Maximum size of one chunk, in bytes: 28 s of 16 kHz, 16-bit mono are 0.9 MB. */
const MAX_SOUND_BYTES = 2 * 1024 * 1024

const tag = 'meetings'
const access = 'signed-in'
const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const
const params = z.object({ id: opaqueId })
const pieceId = z.string().min(1).max(100)
const wav = { kind: 'bytes', contentTypes: ['audio/wav'] } as const
const seconds = z.coerce.number().nonnegative().max(1_000_000)

/** A chunk of a recording that its owner stores on the server. */
const soundPiece = z.object({
  id: z.string(),
  track: z.enum(['me', 'others', 'unknown']),
  /** seconds of the recording */
  start: z.number().nonnegative(),
  end: z.number().nonnegative(),
  bytes: z.int().nonnegative(),
  /** ISO 8601; when the server deletes it automatically */
  keptUntil: z.string(),
})
export type SoundPiece = z.infer<typeof soundPiece>

export const postMeetingSound = defineEndpoint({
  method: 'POST',
  path: '/meetings/{id}/sound',
  tag,
  summary: 'Store one chunk of a recording (WAV), encrypted; idempotent by `pieceId`',
  access,
  params,
  body: {
    kind: 'multipart',
    file: 'audio',
    maxBytes: MAX_SOUND_BYTES,
    fields: z.object({
      pieceId,
      track: soundPiece.shape.track.default('unknown'),
      start: seconds,
      end: seconds,
    }),
  },
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'RATE_LIMITED', 'STORAGE_UNAVAILABLE'],
})

export const listMeetingSound = defineEndpoint({
  method: 'GET',
  path: '/meetings/{id}/sound',
  tag,
  summary: "List the chunks of a meeting's recording that are on the server",
  access,
  params,
  responses: { 200: { kind: 'json', schema: z.object({ pieces: z.array(soundPiece) }) } },
  errors: ERRORS,
})

export const getMeetingSound = defineEndpoint({
  method: 'GET',
  path: '/meetings/{id}/sound/{pieceId}',
  tag,
  summary: 'Get one chunk of a recording, or one range of its bytes',
  access,
  params: params.extend({ pieceId }),
  headers: rangeHeaders,
  responseHeaders: RANGE_RESPONSE_HEADERS,
  responses: { 200: wav, 206: wav },
  errors: [...ERRORS, 'STORAGE_UNAVAILABLE'],
})

export const deleteMeetingSound = defineEndpoint({
  method: 'DELETE',
  path: '/meetings/{id}/sound',
  tag,
  summary: 'Delete all audio of a meeting permanently',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors: ERRORS,
})

export const MEETING_SOUND_CALLS = [
  postMeetingSound,
  listMeetingSound,
  getMeetingSound,
  deleteMeetingSound,
] as const
