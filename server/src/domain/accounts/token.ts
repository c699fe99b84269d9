import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes: a session as the client keeps it, or a link as it is mailed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the stored hash of a token. A fast hash is sufficient for 256 random bits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
