import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes: a session as the client keeps it, or a link as it is mailed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token. A plain hash will do: 256 random bits cannot be guessed from it. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
