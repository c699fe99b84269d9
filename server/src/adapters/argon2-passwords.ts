import type { Passwords } from '#domain/accounts/index.ts'

/**
 * argon2id with the library's defaults (19 MiB, two passes: OWASP's first recommendation), about 16 ms in a
 * thread of libuv. It is loaded with the first password, because many servers never use one.
 */
export const argon2Passwords: Passwords = {
  async hash(password) {
    const { hash } = await import('@node-rs/argon2')
    return hash(password)
  },
  async matches(password, hash) {
    const { verify } = await import('@node-rs/argon2')
    return verify(hash, password)
  },
}
