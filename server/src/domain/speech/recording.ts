import { AUDIO_MAX_BYTES, AUDIO_MAX_SECONDS } from '@vee/contract/http/speech'
import { DomainError } from '../domain-error.ts'

const MEBIBYTE = 1024 * 1024

/** Both limits of a recording, for error messages. */
export const AUDIO_LIMITS = `Send at most ${AUDIO_MAX_BYTES / MEBIBYTE} MB and ${AUDIO_MAX_SECONDS / 60} minutes.`

/**
 * Reads a recording as it arrives. Throws at the first chunk beyond the limit, so that no more is ever
 * buffered.
 */
export async function readRecording(
  arriving: AsyncIterable<Uint8Array>,
  maxBytes = AUDIO_MAX_BYTES,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of arriving) {
    length += chunk.length
    if (length > maxBytes)
      throw new DomainError(
        'TOO_LARGE',
        `The audio is larger than ${maxBytes / MEBIBYTE} MB. ${AUDIO_LIMITS}`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
