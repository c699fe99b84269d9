// No zod here: the web client's first page reads these.

/** RFC 5321: the longest address that mail can be sent to. */
export const EMAIL_MAX_LENGTH = 254
export const PASSWORD_MIN_LENGTH = 8
/** Nobody is kept from a long password; beyond this it is no password any more. */
export const PASSWORD_MAX_LENGTH = 1_000

/** An address as it is kept and compared: trimmed, and upper and lower case are one. */
export function plainEmail(typed: string): string {
  return typed.trim().toLowerCase()
}

const EMAIL = /^[^\s@<>()[\]\\,;:"\p{C}]+@(?:[^\s@.<>()[\]\\,;:"\p{C}]+\.)+[^\s@.<>()[\]\\,;:"\p{C}]+$/u

/** One @, something before it, a dotted domain after it, and nothing that a mail header could take for its own. */
export function isEmail(email: string): boolean {
  return email.length <= EMAIL_MAX_LENGTH && EMAIL.test(email)
}

/** Eight characters or more, among them a number or a symbol. */
export function isPasswordGood(password: string): boolean {
  const { length } = Array.from(password)
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH && /[\p{N}\p{P}\p{S}]/u.test(password)
}
