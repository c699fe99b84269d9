// No zod here: these are part of the web client's initial bundle.

/** RFC 5321: the maximum length of an email address. */
export const MAX_EMAIL_LENGTH = 254
export const MIN_PASSWORD_LENGTH = 8
/** Maximum length of a password. It is far above any real password and only bounds the work of hashing. */
export const MAX_PASSWORD_LENGTH = 1_000

/** Normalizes an email address for storage and comparison: trimmed and in lower case. */
export function plainEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

const EMAIL = /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[^\s@.<>()[\]\\,;:"\p{C}]+\.)+[^\s@.<>()[\]\\,;:"\p{C}]+$/u

/**
 * Returns true for an address with one @, a local part, a domain with a dot, and no characters with a meaning
 * in mail headers.
 */
export function isEmail(email: string): boolean {
  return email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email)
}

/** Returns true for eight characters or more that include a number or a symbol. */
export function isPasswordGood(password: string): boolean {
  const { length } = Array.from(password)
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH && /[\p{N}\p{P}\p{S}]/u.test(password)
}
