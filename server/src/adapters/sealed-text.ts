import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Short secrets that are stored in the database and that only a server with the same secret can read. */
export interface SealedText {
  /** Returns base64 of salt, nonce, cipher text and tag (AES-256-GCM; key by HKDF-SHA-256 of secret and salt). */
  seal(text: string): string
  /** Returns the text; undefined if it was sealed with another secret or was modified. */
  open(sealed: string): string | undefined
}

/**
 * `secret` is called once, with the first text: a server that encrypts nothing creates no key file, and one that opens hundreds of
 * texts does not read it from the disk each time.
 */
export function createSealedText(secret: () => Buffer, purpose: string): SealedText {
  let cachedSecret: Buffer | undefined
  const keyFor = (salt: Buffer) =>
    Buffer.from(hkdfSync('sha256', (cachedSecret ??= secret()), salt, purpose, KEY_BYTES))
  return {
    seal(text) {
      const [salt, nonce] = [randomBytes(SALT_BYTES), randomBytes(NONCE_BYTES)]
      const cipher = createCipheriv('aes-256-gcm', keyFor(salt), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([salt, nonce, sealed, cipher.getAuthTag()]).toString('base64')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes.length < SALT_BYTES + NONCE_BYTES + TAG_BYTES) return undefined
      const salt = bytes.subarray(0, SALT_BYTES)
      const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(salt), nonce)
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return (
          decipher.update(bytes.subarray(SALT_BYTES + NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
          decipher.final('utf8')
        )
      } catch {
        return undefined
      }
    },
  }
}
