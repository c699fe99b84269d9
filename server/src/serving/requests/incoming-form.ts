import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { RequestBody } from '@vee/contract/http/endpoint'
import { DomainError } from '#domain/errors/domain-error.ts'
import { withoutNul } from '#lib/without-nul.ts'
import type { IncomingFile } from '../route.ts'
import { validate } from './validate.ts'

type MultipartBody = Extract<RequestBody, { kind: 'multipart' }>

/** A multipart request, read while it arrives: its file first, the other fields on request. */
export interface IncomingForm {
  readonly file: IncomingFile
  /** Returns the validated text fields before and after the file. Discards a file that was not read. */
  fields(): Promise<unknown>
  /** Drains the rest of the request, so that its sender reads the response. */
  discard(): void
}

/** Text fields are short: a language, a hint, a number. In bytes. */
const MAX_FIELD_BYTES = 16_384
const MAX_FIELDS = 16

/** Reads up to the file. Throws if it is missing or another one precedes it. */
export async function openForm(request: FastifyRequest, body: MultipartBody): Promise<IncomingForm> {
  if (request.body instanceof Readable) return plainFile(request, request.body, body)
  if (!request.isMultipart()) {
    throw new DomainError('UNSUPPORTED_MEDIA', 'Send this as multipart/form-data.')
  }
  const texts: Record<string, string> = {}
  const parts = request.parts({
    limits: { fileSize: body.maxBytes, files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
  })

  async function nextFile(): Promise<MultipartFile | undefined> {
    try {
      for (let next = await parts.next(); !next.done; next = await parts.next()) {
        if (next.value.type === 'file') return next.value
        if (next.value.valueTruncated)
          throw new DomainError('TOO_LARGE', `The field ${next.value.fieldname} is too long.`)
        texts[next.value.fieldname] = withoutNul(String(next.value.value))
      }
      return undefined
    } catch (error) {
      throw asFormError(error)
    }
  }

  const discard = () => {
    request.raw.unpipe()
    request.raw.resume()
  }
  const part = await nextFile()
  if (part?.fieldname !== body.file) {
    discard()
    throw missingFile(body.file)
  }
  const stream = limitedStream(part, body, request)
  return {
    file: { fieldName: part.fieldname, mediaType: part.mimetype, stream },
    async fields() {
      if (stream.readableFlowing === null && !stream.readableDidRead) stream.resume()
      await nextFile()
      return validate(body.fields, texts)
    },
    discard,
  }
}

/** Returns the file's bytes. busboy only truncates a file beyond the limit; this stream fails. */
function limitedStream(part: MultipartFile, body: MultipartBody, request: FastifyRequest): Readable {
  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) yield* counted(chunk, body, request)
    } catch (error) {
      throw asFormError(error)
    }
    if (part.file.truncated) throw tooLarge(body)
  }
  return Readable.from(read(), { objectMode: false })
}

/** Counts a chunk of a file: until the response, or while it is read if the file is stored. */
function* counted(
  chunk: Buffer,
  { isStored }: MultipartBody,
  request: FastifyRequest,
): Generator<Uint8Array> {
  request.countBody(chunk.length)
  yield chunk
  if (isStored) request.releaseBody(chunk.length)
}

function tooLarge({ maxBytes, limits }: MultipartBody): DomainError {
  const megabytes = Math.floor(maxBytes / 1_048_576)
  const sentences = [`The file is larger than ${megabytes} MB.`, limits ?? []].flat()
  return new DomainError('TOO_LARGE', sentences.join(' '))
}

/** A request whose body is the file alone. */
function plainFile(request: FastifyRequest, payload: Readable, body: MultipartBody): IncomingForm {
  async function* read(): AsyncGenerator<Uint8Array> {
    let bytes = 0
    try {
      for await (const chunk of payload as AsyncIterable<Buffer>) {
        bytes += chunk.length
        if (bytes > body.maxBytes) throw tooLarge(body)
        yield* counted(chunk, body, request)
      }
    } catch (error) {
      throw error instanceof DomainError
        ? error
        : new DomainError('VALIDATION', 'The body broke off.', { cause: error })
    }
  }
  return {
    file: {
      fieldName: body.file,
      mediaType: String(request.headers['content-type']),
      stream: Readable.from(read(), { objectMode: false }),
    },
    fields: async () => validate(body.fields, {}),
    discard: () => payload.resume(),
  }
}

function missingFile(name: string): DomainError {
  const message = `A file named ${name} is required.`
  return new DomainError('VALIDATION', message, { details: [{ path: name, message }] })
}

/** Maps errors of the parser, which have no code of this API, to an invalid form. */
function asFormError(error: unknown): unknown {
  const isKnown = error instanceof DomainError || (error instanceof Error && 'code' in error)
  return isKnown
    ? error
    : new DomainError('VALIDATION', 'The form data is broken or incomplete.', { cause: error })
}
