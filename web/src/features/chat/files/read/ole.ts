/** Name of the stream in which a protected Open XML document is stored (MS-OFFCRYPTO, 2.3.4). */
const PROTECTED_STREAM = 'EncryptedPackage'

/** Returns whether a compound file of Office (MS-CFB) is a document that a password protects. */
export function isLockedOffice(bytes: Uint8Array): boolean {
  // Names in the directory of a compound file are UTF-16.
  const name = Uint8Array.from(PROTECTED_STREAM, (character) => character.charCodeAt(0))
  for (
    let offset = bytes.indexOf(name[0] ?? 0);
    offset !== -1;
    offset = bytes.indexOf(name[0] ?? 0, offset + 1)
  )
    if (
      name.every(
        (letter, index) => bytes[offset + 2 * index] === letter && bytes[offset + 2 * index + 1] === 0,
      )
    )
      return true
  return false
}
