/** Functions take a limited number of arguments. */
const PART_BYTES = 8_192

/** Returns the bytes of a base64 text. Throws for other text. */
export const bytesFromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

export function base64FromBytes(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    text += String.fromCharCode(...bytes.subarray(from, from + PART_BYTES))
  return btoa(text)
}
