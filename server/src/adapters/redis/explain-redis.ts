import { StartFailure } from '#lib/start-failure.ts'

const NO_REDIS = 'names something that is no Redis'
const NO_PLAIN_REDIS = `${NO_REDIS}, or one that wants TLS: rediss://`
const UNTRUSTED = 'names a Redis whose certificate is not trusted here'

/** By the start of a message: error replies of Redis (https://redis.io/docs/latest/develop/reference/protocol-spec/), and errors of `@redis/client`. */
const BY_MESSAGE: ReadonlyArray<readonly [RegExp, string]> = [
  [/^WRONGPASS|^ERR (?:invalid password|AUTH )/, 'holds a user or password that Redis refuses'],
  [/^NOAUTH/, 'holds no password, and that Redis wants one'],
  [/^NOPERM/, 'holds a user who may not do there what Vee needs (keys and channels vee:*, scripts)'],
  [
    /^ERR (?:DB index|invalid DB index|SELECT is not allowed)/,
    'names a database number that Redis does not have',
  ],
  [/^READONLY/, 'names a read-only replica, not the primary'],
  [/^DENIED/, 'names a Redis in protected mode, which takes no connections from here'],
  [/^ERR unknown command/i, 'names a Redis that lacks commands Vee needs'],
  [/^Unknown RESP type/, NO_PLAIN_REDIS],
  [/^Invalid pathname/, 'has a path that is no number of a database'],
]

const BY_CODE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: 'asks for TLS, which that Redis does not speak',
  NO_TLS: 'asks for TLS, which that Redis does not speak',
}

/**
 * Returns one sentence that explains why a Redis that answers cannot be used, without its URL, which contains a password;
 * undefined for a Redis that is away, loading or overloaded: those are waited for.
 */
export function explainRedisFailure(error: unknown): StartFailure | undefined {
  if (!(error instanceof Error)) return undefined
  const problem =
    ('code' in error && typeof error.code === 'string' ? BY_CODE[error.code] : undefined) ??
    BY_MESSAGE.find(([words]) => words.test(error.message))?.[1]
  if (problem === undefined) return undefined
  const sentence = `REDIS_URL ${problem}; put that right, or unset it to run a single server.`
  return new StartFailure(sentence, { cause: error })
}
