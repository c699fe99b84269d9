import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes, as the client keeps them. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. A plain hash will do: 256 random bits cannot be guessed from it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
