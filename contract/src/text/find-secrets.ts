import { z } from 'zod'

export const SECRET_KINDS = ['key', 'mail', 'card', 'iban', 'phone'] as const
export const secretKind = z.enum(SECRET_KINDS)
export type SecretKind = z.infer<typeof secretKind>

/**
 * Keys as their vendors write them: OpenAI, Anthropic, GitHub, GitLab, Slack, AWS, Google, Stripe, Hugging Face, JSON web
 * tokens, and private keys in PEM; and values behind words such as `password:`.
 */
const KEY =
  /\b(?:sk-[A-Za-z0-9_-]{16,200}|gh[pousr]_[A-Za-z0-9]{20,200}|github_pat_\w{20,200}|glpat-[\w-]{20,200}|xox[abposr]-[\w-]{10,200}|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[\w-]{35}|[rs]k_(?:live|test)_\w{10,200}|hf_[A-Za-z0-9]{20,200}|vee_[\w-]{20,200}|eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{10,1000})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|\b(?:pass(?:word|wort|phrase)|api[_ -]?key|secret|token)\b\s{0,3}[:=]\s{0,3}["']?[^\s"',;]{8,200}/gi
const MAIL = /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,200}\.\p{L}{2,24}/gu
const CARD = /\b(?:\d[ -]?){13,19}\b/g
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g
const PHONE = /(?<![\w.])\+\d{1,3}[ ./-]?(?:\(\d{1,5}\)[ ./-]?)?\d(?:[ ./-]?\d){6,12}(?!\w)/g

/** Returns whether the digits have the check digit of a payment card (ISO/IEC 7812, Luhn). */
function isCardNumber(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed()
  if (digits.length < 13 || new Set(digits).size < 2) return false
  const sum = digits.reduce((total, digit, index) => {
    const weighted = index % 2 === 1 ? digit * 2 : digit
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return sum % 10 === 0
}

/** Returns whether a text has the check digits of an account number (ISO 13616, modulo 97). */
function isAccountNumber(text: string): boolean {
  const compact = text.replaceAll(' ', '')
  if (compact.length < 15 || compact.length > 34) return false
  let remainder = 0
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}

const FINDERS: Readonly<Record<SecretKind, (text: string) => readonly string[]>> = {
  key: (text) => text.match(KEY) ?? [],
  mail: (text) => text.match(MAIL) ?? [],
  card: (text) => (text.match(CARD) ?? []).filter(isCardNumber),
  iban: (text) => (text.match(IBAN) ?? []).filter(isAccountNumber),
  phone: (text) => text.match(PHONE) ?? [],
}

/** Returns how many different secrets and addresses of each kind stand in texts; kinds without any are left out. */
export function findSecrets(texts: Iterable<string>): { kind: SecretKind; count: number }[] {
  const secrets = new Map<SecretKind, Set<string>>(SECRET_KINDS.map((kind) => [kind, new Set()]))
  for (const text of texts)
    for (const kind of SECRET_KINDS) for (const match of FINDERS[kind](text)) secrets.get(kind)?.add(match)
  return [...secrets].flatMap(([kind, matches]) => (matches.size > 0 ? [{ kind, count: matches.size }] : []))
}
