import { randomUUID } from 'node:crypto'
import type { Content } from './post.ts'

/** A file of a form; its name contains no quote and no line break. */
interface FormFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Encodes a form by RFC 7578 synchronously. undici's FormData, passed to its `request`, sends nothing and
 * waits for ever (8.12.4), and a Response that encodes one takes a millisecond and several turns of the event
 * loop, while the user waits for the transcript.
 * @param fields by their names, which contain no quote and no line break; a list is a field that is repeated
 */
export function multipart(
  fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  files: Readonly<Record<string, FormFile>>,
): Content {
  const boundary = `vee-${randomUUID()}`
  const chunks: Uint8Array[] = []
  const add = (head: string, body: Uint8Array) =>
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      body,
      LINE_END,
    )
  for (const [name, value] of Object.entries(fields)) {
    for (const text of typeof value === 'string' ? [value] : (value ?? []))
      add(`name="${name}"`, Buffer.from(text))
  }
  for (const [name, file] of Object.entries(files)) {
    add(`name="${name}"; filename="${file.name}"\r\nContent-Type: application/octet-stream`, file.bytes)
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.concat(chunks) }
}

const LINE_END = Buffer.from('\r\n')
