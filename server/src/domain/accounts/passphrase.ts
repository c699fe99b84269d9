import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'

const stretch = promisify<string, string, number, Buffer>(scrypt)

/** Letters and digits that are not confused when spoken or written (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns four groups of four: 80 random bits. */
export function newPassphrase(): string {
  const characters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length])
  return [0, 4, 8, 12].map((from) => characters.slice(from, from + 4).join('')).join('-')
}

/**
 * A passphrase that was generated at run time. It includes a hash of the one it replaces, so that a newly
 * configured one has priority.
 */
const rotation = z.object({
  /** SHA-256 of 80 random bits, which cannot be guessed from it */
  digest: z.string(),
  salt: z.string(),
  /** slow hash of the configured passphrase, which may be weak */
  replaces: z.string(),
})
type Rotation = z.output<typeof rotation>

export async function rotationTo(fresh: string, configured: string): Promise<Rotation> {
  const salt = randomBytes(16).toString('base64url')
  return { digest: digestOf(fresh).toString('hex'), salt, replaces: await stretched(configured, salt) }
}

/** Returns the time at which the current passphrase was generated; undefined if it is the configured one. */
export async function rotatedAt(database: Database, configured: string): Promise<number | undefined> {
  return (await rotationInForce(database, configured))?.at
}

/** Returns whether the input is the current passphrase, in constant time. */
export async function isPassphrase(typed: string, configured: string, database: Database): Promise<boolean> {
  const rotated = await rotationInForce(database, configured)
  const expected = rotated ? Buffer.from(rotated.digest, 'hex') : digestOf(configured)
  return timingSafeEqual(digestOf(typed), expected)
}

async function rotationInForce(database: Database, configured: string) {
  const row = await readHostSetting(database, 'passphrase')
  if (!row) return undefined
  const { digest, salt, replaces } = rotation.parse(JSON.parse(row.value))
  return (await stretched(configured, salt)) === replaces ? { digest, at: row.updated_at } : undefined
}

const stretched = async (configured: string, salt: string) =>
  (await stretch(configured, salt, 32)).toString('base64url')

const digestOf = (text: string) => createHash('sha256').update(text).digest()
