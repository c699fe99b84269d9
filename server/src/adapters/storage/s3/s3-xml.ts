// S3 answers with small documents of a fixed form: elements without attributes that matter, and text. That is read here; a
// parser of all of XML would bring entities, namespaces and DTDs from a server that is not trusted.

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of the first element of this name; undefined if there is none. */
export function elementText(xml: string, name: string): string | undefined {
  const element = elementsOf(xml, name).next().value
  return element === undefined ? undefined : unescaped(element.trim())
}

/** Returns the content of each element of this name, which must not contain another one of that name. */
export function* elementsOf(xml: string, name: string): Generator<string, undefined> {
  const [open, close] = [`<${name}`, `</${name}>`]
  for (let index = xml.indexOf(open); index >= 0; index = xml.indexOf(open, index)) {
    const head = xml.indexOf('>', index)
    const after = xml[index + open.length]
    if (head < 0) return undefined
    if (after !== '>' && after !== ' ' && after !== '/') {
      index = head
      continue
    }
    if (xml[head - 1] === '/') {
      index = head
      yield ''
      continue
    }
    const end = xml.indexOf(close, head)
    if (end < 0) return undefined
    index = end + close.length
    yield xml.slice(head + 1, end)
  }
  return undefined
}

const unescaped = (text: string) =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (entity, hex, decimal, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? entity
      const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity
    },
  )

/** Escapes text for the content of an element. */
export const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
