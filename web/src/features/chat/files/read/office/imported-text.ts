import { htmlText } from '../xml-text.ts'

/** Returns the text of a part that Word imports when it opens a document (`w:altChunk`): HTML, MHT or plain text. */
export function importedText(content: string): string {
  if (/^\s*MIME-Version:/i.test(content)) return htmlText(htmlOfMht(content))
  // Another document would be a package, and RTF has its own reader.
  if (/^(?:PK|\s*\{\\rtf)/.test(content)) return ''
  return /^[\s\uFEFF]*</.test(content) ? htmlText(content) : content.trim()
}

/** Returns the first HTML part of a web page in one file (RFC 2557). */
function htmlOfMht(content: string): string {
  const start = /^Content-Type:\s*text\/html/im.exec(content)?.index ?? 0
  const headers = content.lastIndexOf('\n--', start)
  const partContent = content.slice(Math.max(0, headers))
  const end = /\r?\n\r?\n/.exec(partContent)
  if (!end) return ''
  const head = partContent.slice(0, end.index)
  const body = (partContent.slice(end.index + end[0].length).split(/\r?\n--/, 1)[0] ?? '').trim()
  if (/quoted-printable/i.test(head)) return utf8Of(unquoteText(body))
  return /Content-Transfer-Encoding:\s*base64/i.test(head) ? utf8Of(decodeBase64(body)) : body
}

/** Returns the bytes of quoted-printable text (RFC 2045, 6.7), each as a character. */
const unquoteText = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function decodeBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** Text that has characters beyond one byte was not encoded. */
const utf8Of = (bytes: string): string =>
  /[^\0-\u00FF]/.test(bytes)
    ? bytes
    : new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
