import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readHostSetting } from '#db/queries/host.ts'
import type { Database } from '#db/schema.ts'

const stretch = promisify<string, string, number, Buffer>(scrypt)

/** Letters and digits that are not taken for one another, spoken or written (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Four groups of four: 80 random bits. */
export function newPassphrase(): string {
  const characters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % ALPHABET.length])
  return [0, 4, 8, 12].map((from) => characters.slice(from, from + 4).join('')).join('-')
}

/** A passphrase that was made while the server ran. What it replaces is kept so that a newly configured one wins over it. */
const rotation = z.object({
  /** SHA-256 of 80 random bits, which cannot be guessed from it */
  digest: z.string(),
  salt: z.string(),
  /** of the configured passphrase, stretched, since people choose those */
  replaces: z.string(),
})
type Rotation = z.output<typeof rotation>

export async function rotationTo(fresh: string, configured: string): Promise<Rotation> {
  const salt = randomBytes(16).toString('base64url')
  return { digest: digestOf(fresh).toString('hex'), salt, replaces: await stretched(configured, salt) }
}

/** When the passphrase in force was made; undefined while it is the configured one. */
export async function rotatedAt(database: Database, configured: string): Promise<number | undefined> {
  return (await rotationInForce(database, configured))?.at
}

/** Whether what was typed opens shared access now. Comparing takes the same time whatever was typed. */
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
