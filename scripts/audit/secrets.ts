/** Patterns of keys of vendors and services. */
const SECRETS: readonly (readonly [name: string, pattern: RegExp])[] = [
  // Short for elliptic curve keys; a line break may be written as \n, as in the JSON of a service account.
  ['private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----(?:\s|\\n)+[A-Za-z0-9+/=]{40,}/g],
  ['OpenAI key', /\bsk-(?:proj-)?[A-Za-z0-9_-]{32,}/g],
  ['Google key', /\bAIza[A-Za-z0-9_-]{35}\b/g],
  ['Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{24,}/g],
  ['Stripe key', /\b(?:sk|rk)_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/=]{24,}/g],
  ['AWS key', /\bAKIA[0-9A-Z]{16}\b/g],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}|\bgithub_pat_[A-Za-z0-9_]{40,}/g],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b/g],
  ['Slack token', /\bxox[abprs]-[A-Za-z0-9-]{20,}/g],
  ['Google key', /\bAIza[A-Za-z0-9_-]{35}\b|\bGOCSPX-[A-Za-z0-9_-]{28}/g],
  ['token of a session', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g],
  [
    'password in an address',
    // "password" itself is a placeholder in examples.
    /\b(?:postgres|postgresql|redis|rediss|smtp|smtps|mongodb):\/\/[^\s:@/'"`$<]*:(?!password@)[^\s:@/'"`$<{]{8,}@(?!localhost|127\.|example)/g,
  ],
]

/** Returns the line and kind of everything in a text that looks like a secret, never its content. */
export const secretsIn = (text: string): readonly string[] =>
  SECRETS.flatMap(([name, pattern]) =>
    [...text.matchAll(pattern)].map(
      ({ index }) => `${text.slice(0, index).split('\n').length}: looks like a ${name}`,
    ),
  )
