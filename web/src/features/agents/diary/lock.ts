/** PBKDF2 iterations: the number that OWASP recommends for SHA-256. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
/** Length of AES-GCM's nonce. */
const NONCE_BYTES = 12

/** The parameters of the encryption, stored with the entries. They do not reveal the passphrase. */
export interface Lock {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
  /** an encrypted known word: only the right passphrase decrypts it */
  readonly proof: Sealed
}

/** Data encrypted with the passphrase. */
export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const PROOF = 'vee'

/** Pages without TLS have no Web Crypto: there a diary can only be stored unencrypted. */
export const canLock = (): boolean => globalThis.crypto.subtle !== undefined

async function keyOf(passphrase: string, { salt, iterations }: Pick<Lock, 'salt' | 'iterations'>) {
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  return { nonce, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes) }
}

/** Rejects for a wrong key, or if the data was changed. */
export function unsealBytes(key: CryptoKey, { nonce, data }: Sealed): Promise<ArrayBuffer> {
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, data)
}

export const seal = (key: CryptoKey, value: unknown): Promise<Sealed> =>
  sealBytes(key, new TextEncoder().encode(JSON.stringify(value)))

/** Rejects for a wrong key, or if the data was changed. */
export async function unseal(key: CryptoKey, sealed: Sealed): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await unsealBytes(key, sealed)))
}

export async function createLock(
  passphrase: string,
  iterations = ITERATIONS,
): Promise<{ readonly lock: Lock; readonly key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const key = await keyOf(passphrase, { salt, iterations })
  return { key, lock: { salt, iterations, proof: await seal(key, PROOF) } }
}

/** Returns the key, or undefined for a wrong passphrase. */
export async function openLock(passphrase: string, lock: Lock): Promise<CryptoKey | undefined> {
  const key = await keyOf(passphrase, lock)
  try {
    return (await unseal(key, lock.proof)) === PROOF ? key : undefined
  } catch {
    return undefined
  }
}

export function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nonce' in value &&
    value.nonce instanceof Uint8Array &&
    'data' in value &&
    value.data instanceof ArrayBuffer
  )
}
