/** Work that a guess of the passphrase costs: what OWASP asks of PBKDF2 with SHA-256. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
/** of AES-GCM's nonce */
const NONCE_BYTES = 12

/** How entries are locked, kept beside them. It does not hold the passphrase, nor anything that tells it. */
export interface Lock {
  readonly salt: Uint8Array<ArrayBuffer>
  readonly iterations: number
  /** a known word, sealed: only the right passphrase opens it */
  readonly proof: Sealed
}

/** Something that only the passphrase opens. */
export interface Sealed {
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const PROOF = 'vee'

/** Pages without TLS have no cryptography: there a diary can only be kept in the open. */
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

export async function seal(key: CryptoKey, value: unknown): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const data = new TextEncoder().encode(JSON.stringify(value))
  return { nonce, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, data) }
}

/** Rejects when the key is another, or when what was sealed was changed. */
export async function unseal(key: CryptoKey, { nonce, data }: Sealed): Promise<unknown> {
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, data)
  return JSON.parse(new TextDecoder().decode(plain))
}

export async function createLock(
  passphrase: string,
  iterations = ITERATIONS,
): Promise<{ readonly lock: Lock; readonly key: CryptoKey }> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const key = await keyOf(passphrase, { salt, iterations })
  return { key, lock: { salt, iterations, proof: await seal(key, PROOF) } }
}

/** The key, or undefined when the passphrase is wrong. */
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
