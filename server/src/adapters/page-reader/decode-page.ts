/** Encodings of pages that declare none, by the country of their domain, as browsers took them. */
const BY_DOMAIN: Readonly<Record<string, string>> = {
  ae: 'windows-1256',
  bg: 'windows-1251',
  by: 'windows-1251',
  cn: 'gb18030',
  cz: 'windows-1250',
  eg: 'windows-1256',
  gr: 'windows-1253',
  hk: 'big5',
  hr: 'windows-1250',
  hu: 'windows-1250',
  il: 'windows-1255',
  jp: 'shift_jis',
  kr: 'euc-kr',
  lt: 'windows-1257',
  lv: 'windows-1257',
  pl: 'windows-1250',
  ru: 'windows-1251',
  sa: 'windows-1256',
  sk: 'windows-1250',
  th: 'windows-874',
  tr: 'windows-1254',
  tw: 'big5',
  ua: 'windows-1251',
}
/** Japanese pages have either; a text in the wrong one is damaged, or full of half-width kana. */
const JAPANESE = ['shift_jis', 'euc-jp'] as const
const DECLARATION_BYTES = 2_048

/**
 * Decodes a page: by its byte order mark, the header, its own declaration, as UTF-8 if it is valid, else by the country of its
 * domain.
 */
export function decodePage(bytes: Uint8Array, contentType: string, hostname: string): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, DECLARATION_BYTES))
  const encoding =
    encodingOfMark(bytes) ??
    supportedEncoding(/charset\s*=\s*["']?([\w-]+)/i.exec(contentType)?.[1]) ??
    supportedEncoding(/<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]) ??
    supportedEncoding(/^<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1])
  // A declaration that can be read byte by byte is not UTF-16.
  if (encoding !== undefined && (!encoding.startsWith('utf-16') || encodingOfMark(bytes) === encoding))
    return new TextDecoder(encoding).decode(bytes)
  return decodeStrictly(bytes, 'utf-8') ?? byDomain(bytes, hostname)
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function supportedEncoding(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function byDomain(bytes: Uint8Array, hostname: string): string {
  const encoding = BY_DOMAIN[hostname.slice(hostname.lastIndexOf('.') + 1).toLowerCase()] ?? 'windows-1252'
  if (encoding !== 'shift_jis') return new TextDecoder(encoding).decode(bytes)
  const [best = ''] = JAPANESE.map((left) => new TextDecoder(left).decode(bytes)).toSorted(
    (left, right) => oddCharacters(left) - oddCharacters(right),
  )
  return best
}

const oddCharacters = (text: string): number => text.match(/[\uFF61-\uFF9F\uFFFD]/g)?.length ?? 0
