import { createHash, randomBytes } from 'node:crypto'

/** Returns 32 random bytes: the token of a session, or of a mailed link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored hash of a token. A fast hash is sufficient for 256 random bits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
