/** Bytes at both ends of a file that tell it from others. */
const SAMPLE_BYTES = 2_000_000

/**
 * Returns the wanted name that a file of an archive has: ChatGPT's files begin with the id that messages name (`file-X-photo.png`),
 * other programs name them as they are.
 */
export function fileNamed(path: string, wanted: ReadonlySet<string>): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (wanted.has(name)) return name
  // `file-abc-photo.png`, `file_abc-sanitized.png`, `file-abc.png`
  const [, id] = /^(file[-_][A-Za-z0-9]+)(?:[-_.]|$)/.exec(name) ?? []
  return id !== undefined && wanted.has(id) ? id : undefined
}

/**
 * Returns a hash that names a file, 128 bits in hex, of its size and both of its ends. Web Crypto is missing on pages without TLS, and no
 * secret depends on it: FNV-1a.
 */
export async function hashOf(archive: Blob): Promise<string> {
  const ends = [archive.slice(0, SAMPLE_BYTES), archive.slice(Math.max(0, archive.size - SAMPLE_BYTES))]
  const lanes = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b]
  const take = (byte: number) => {
    for (const [index, lane] of lanes.entries())
      lanes[index] = Math.imul(lane ^ (byte + index * 0x51), 0x01000193) >>> 0
  }
  for (const character of String(archive.size)) take(character.codePointAt(0) ?? 0)
  for (const end of ends) for (const byte of new Uint8Array(await end.arrayBuffer())) take(byte)
  return lanes.map((lane) => lane.toString(16).padStart(8, '0')).join('')
}
