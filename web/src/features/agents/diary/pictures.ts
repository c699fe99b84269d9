import { base64FromBytes, bytesFromBase64 } from '#lib/files/base64.ts'
import { randomId } from '#lib/random-id.ts'
import type { DiaryPicture } from './entry.ts'
import { sealBytes, type Sealed, isSealed, unsealBytes } from './lock.ts'

const KEY_BYTES = 32
const IMAGE_TYPE = /^image\/(?:jpeg|png|webp|gif)$/
const DATA_URL = /^data:(image\/(?:jpeg|png|webp|gif));base64,([A-Za-z0-9+/=]+)$/

/** A picture as it is stored; without the key of its entry it cannot be read. */
export interface StoredPicture {
  readonly id: string
  readonly type: string
  readonly sealed: Sealed
}

function keyFrom(key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytesFromBase64(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Encrypts a picture with a key of its own, so that a change of the passphrase does not touch it. */
export async function sealPicture(
  image: Blob,
  name: string,
): Promise<{ readonly picture: DiaryPicture; readonly stored: StoredPicture }> {
  const picture = {
    id: randomId(),
    name,
    key: base64FromBytes(crypto.getRandomValues(new Uint8Array(KEY_BYTES))),
  }
  const sealed = await sealBytes(await keyFrom(picture.key), await image.arrayBuffer())
  return { picture, stored: { id: picture.id, type: image.type, sealed } }
}

/** Returns a stored picture; undefined if it is missing or was changed. */
export async function openPicture({ key }: DiaryPicture, stored: unknown): Promise<Blob | undefined> {
  if (typeof stored !== 'object' || stored === null || !('sealed' in stored) || !('type' in stored))
    return undefined
  const { sealed, type } = stored
  if (!isSealed(sealed) || typeof type !== 'string' || !IMAGE_TYPE.test(type)) return undefined
  try {
    return new Blob([await unsealBytes(await keyFrom(key), sealed)], { type })
  } catch {
    return undefined
  }
}

/** Returns a picture as a data URL, for an exported file. */
export async function dataUrlOf(image: Blob): Promise<string> {
  return `data:${image.type};base64,${base64FromBytes(new Uint8Array(await image.arrayBuffer()))}`
}

/** Returns the picture of a data URL; undefined for other types and text. */
export function imageFrom(url: unknown): Blob | undefined {
  const [, type, data] = (typeof url === 'string' && DATA_URL.exec(url)) || []
  if (type === undefined || data === undefined) return undefined
  try {
    return new Blob([bytesFromBase64(data)], { type })
  } catch {
    return undefined
  }
}
