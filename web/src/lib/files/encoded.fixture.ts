/** Returns the pairs of bytes and characters of an encoding with two bytes. */
function twoByteTable(encoding: string): Map<string, readonly number[]> {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, readonly number[]>()
  for (let byte = 0x80; byte <= 0xff; byte++) add(table, decoder, [byte])
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) add(table, decoder, [lead, trail])
  return table
}

function add(table: Map<string, readonly number[]>, decoder: TextDecoder, bytes: readonly number[]): void {
  const character = decoder.decode(Uint8Array.from(bytes))
  if (!character.includes('\u{FFFD}') && Array.from(character).length === 1 && !table.has(character))
    table.set(character, bytes)
}

const tables = new Map<string, Map<string, readonly number[]>>()

function tableOf(encoding: string): Map<string, readonly number[]> {
  const cached = tables.get(encoding)
  if (cached) return cached
  const table = twoByteTable(encoding)
  tables.set(encoding, table)
  return table
}

/** Encodes a text: browsers only decode. Throws for a character that the encoding does not have. */
export function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding.startsWith('utf-16')) return utf16(text, encoding === 'utf-16be')
  if (encoding === 'iso-2022-jp') return iso2022(text)
  const table = tableOf(encoding)
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      if (character < '\u0080') return character.charCodeAt(0)
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}

function utf16(text: string, isBig: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++) bytes.setUint16(index * 2, text.charCodeAt(index), !isBig)
  return new Uint8Array(bytes.buffer)
}

/** Japanese of mails: the characters of EUC-JP with seven bits, between escapes. */
function iso2022(text: string): Uint8Array {
  const bytes = Array.from(encoded(text, 'euc-jp'))
  const written: number[] = []
  for (const [index, byte] of bytes.entries()) {
    const wasHigh = (bytes[index - 1] ?? 0) >= 0x80
    if (byte >= 0x80 && !wasHigh) written.push(0x1b, 0x24, 0x42)
    if (byte < 0x80 && wasHigh) written.push(0x1b, 0x28, 0x42)
    written.push(byte & 0x7f)
  }
  return Uint8Array.from(written)
}
