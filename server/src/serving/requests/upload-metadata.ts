import { z } from 'zod'
import { withoutNul } from '#lib/without-nul.ts'
import { validate } from './validate.ts'

const metadata = z.object({
  filename: z.string().max(255).default(''),
  sha256: z
    .string()
    .regex(/^[\da-f]{64}$/)
    .optional(),
  fingerprint: z.string().min(1).max(200).optional(),
})

/**
 * Returns what a header `Upload-Metadata` of tus declares: pairs of a key and a base64 value, separated by commas. Unknown keys
 * are ignored. Throws VALIDATION.
 */
export function readUploadMetadata(header: string) {
  const pairs = header
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(
      ([key = '', value = '']) => [key, withoutNul(Buffer.from(value, 'base64').toString('utf8'))] as const,
    )
  const { filename, sha256, fingerprint } = validate(metadata, Object.fromEntries(pairs))
  return { name: filename, hash: sha256, fingerprint }
}
