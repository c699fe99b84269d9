import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { type Attachment, documentText, type DocumentText } from '@vee/contract/entities/attachment'
import { citableName } from '@vee/contract/text/citations'
import type { ChatMessage } from '@vee/contract/entities/message'
import { MAX_LONG_JSON_BYTES } from '@vee/contract/http/endpoint'
import { addAttachmentUses, type AttachmentRow, findAttachments } from '#db/queries/attachments.ts'
import type { Database } from '#db/schema.ts'
import type { LlmMessage } from '#providers/llm/llm.ts'
import { delimitedDocument } from '#providers/llm/prompt-delimiters.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { KeyedMutex } from '#lib/keyed-mutex.ts'
import { networkOf } from '#lib/network.ts'
import type { Attachments } from './attachments.ts'
import { imageFacts } from './image-size.ts'
import { excerptsFor } from './excerpts.ts'

/** Text of all documents of one request, in UTF-16 code units: about 40,000 tokens. */
const MAX_DOCUMENTS_LENGTH = 160_000
/**
 * Stored text that is read for one request, in bytes, the newest documents first: the longest text that an upload may
 * have always fits.
 */
const MAX_DOCUMENTS_READ_BYTES = MAX_LONG_JSON_BYTES
/** Bytes of UTF-8 per token: 4.1 for languages with an alphabet, 3.5 for Chinese, Japanese and Korean. */
const BYTES_PER_TOKEN = 4
/** Maximum number of images per request; vendors accept more, but each costs up to 1,600 tokens. */
const MAX_IMAGES = 10
/** Maximum bytes of the images per request: vendors accept 32 MB with base64. */
const MAX_IMAGES_BYTES = 20_000_000

/** The attachments of a reply. */
export interface ReplyAttachments {
  /**
   * Runs `work`, which reads files and reserves the reply, after that of earlier requests of the same member or
   * network: the files of one request at a time are in memory before a reply is paid for.
   */
  runExclusive<R>(caller: Caller, work: () => Promise<R>): Promise<R>
  /** Returns about how many tokens the documents of a message take, from their stored sizes. No file is read. */
  documentTokens(messages: readonly ChatMessage[], caller: Caller): Promise<(message: ChatMessage) => number>
  /**
   * Returns the messages with the text of their documents, long documents by the excerpts that fit the question, and a
   * line for each image. Each document is read once and shown in the newest message that names it. Documents
   * beyond the text that one request reads are left out, the oldest first, with a note. Images whose text was read by
   * OCR are documents for a model that does not support images. Lets other events run between documents.
   * @param onRead called with the whole text of each document that is shown
   */
  withDocuments(
    messages: readonly ChatMessage[],
    caller: Caller,
    canSee: boolean,
    onRead?: (file: { readonly id: string; readonly name: string }, text: DocumentText) => void,
  ): Promise<readonly ChatMessage[]>
  /**
   * Returns the messages with their images, the newest ones if there are too many; with a note instead if the
   * model does not support images.
   */
  withImages(
    messages: readonly ChatMessage[],
    caller: Caller,
    canSee: boolean,
  ): Promise<readonly LlmMessage[]>
  /**
   * Stores a picture that a tool returned, like a file of the caller; undefined if it is none that can be shown, or the caller
   * has no room for it. The bytes decide, not what the tool declares.
   */
  storePicture(bytes: Buffer, name: string, caller: Caller): Promise<Attachment | undefined>
  /**
   * Records that a stored conversation uses the attachments of its messages, so that they exist as long as it
   * does.
   */
  markUsed(messages: readonly ChatMessage[], conversationId: string, caller: Caller): Promise<void>
}

interface ReplyAttachmentsDependencies {
  readonly database: Database
  readonly files: {
    read(sealed: { readonly file: string; readonly salt: string }): Promise<Buffer | undefined>
  }
  readonly attachments: Pick<Attachments, 'upload'>
}

export function createReplyAttachments({
  database,
  files,
  attachments,
}: ReplyAttachmentsDependencies): ReplyAttachments {
  const mutex = new KeyedMutex()

  async function rowsOf(messages: readonly ChatMessage[], caller: Caller) {
    const ids = new Set(messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id)))
    const rows = await findAttachments(database, callerKeyOf(caller), [...ids])
    return new Map(rows.map((row) => [row.id, row]))
  }

  async function textOf({
    text_file: file,
    text_salt: salt,
  }: AttachmentRow): Promise<DocumentText | undefined> {
    const bytes = file !== null && salt !== null ? await files.read({ file, salt }) : undefined
    return bytes && documentText.parse(JSON.parse(bytes.toString('utf8')))
  }

  return {
    runExclusive: (caller, work) =>
      mutex.runExclusive(caller.kind === 'member' ? caller.id : networkOf(caller.ip), work),

    async documentTokens(messages, caller) {
      if (!messages.some(hasAttachments)) return () => 0
      const rows = await rowsOf(messages, caller)
      const tokensOf = ({ id }: NamedFile) =>
        Math.ceil(Math.min(rows.get(id)?.text_bytes ?? 0, MAX_DOCUMENTS_LENGTH) / BYTES_PER_TOKEN)
      return ({ attachments = [] }) =>
        distinct(attachments)
          .filter(isDocument)
          .reduce((sum, attachment) => sum + tokensOf(attachment), 0)
    },

    async withDocuments(messages, caller, canSee, onRead) {
      if (!messages.some(hasAttachments)) return messages
      const rows = await rowsOf(messages, caller)
      const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
      const newestFirst = messages.toReversed()
      const isSentAsText = (file: NamedFile) =>
        isDocument(file) || (!canSee && (rows.get(file.id)?.text_file ?? null) !== null)
      const named = newestFirst.flatMap(({ attachments = [] }) => attachments.filter(isSentAsText))
      const withText = distinct(named)
        .flatMap(({ id }) => rows.get(id) ?? [])
        .filter(hasText)
      const read = firstWithin(withText, MAX_DOCUMENTS_READ_BYTES)
      const lengthEach = Math.floor(MAX_DOCUMENTS_LENGTH / Math.max(1, read.length))
      const excerptsById = new Map<string, string>()
      for (const row of read) {
        await immediate()
        const text = await textOf(row)
        if (!text) continue
        onRead?.({ id: row.id, name: named.find(({ id }) => id === row.id)?.name ?? '' }, text)
        const excerpts = await excerptsFor(text, question, lengthEach)
        excerptsById.set(row.id, text.isByOcr === true ? `${READ_BY_OCR}\n${excerpts}` : excerpts)
      }
      const omitted = new Set(withText.filter((row) => !read.includes(row)).map(({ id }) => id))
      const shown = new Set<string>()
      const describe = (file: NamedFile): string => {
        const { id, name } = file
        if (!isSentAsText(file)) return `[Image “${citableName(name)}”]`
        if (shown.has(id)) return `[The document “${citableName(name)}” is in a later message.]`
        if (omitted.has(id)) return noteOfOmitted(name)
        const text = excerptsById.get(id)
        if (text === undefined)
          return `[The file “${citableName(name)}” is no longer available, or its text could not be read.]`
        shown.add(id)
        return delimitedDocument(citableName(name), text)
      }
      return newestFirst
        .map((message): ChatMessage => {
          if (!hasAttachments(message)) return message
          const texts = distinct(message.attachments ?? []).map(describe)
          return { ...message, content: [message.content, ...texts].filter(Boolean).join('\n\n') }
        })
        .toReversed()
    },

    async withImages(messages, caller, canSee) {
      if (!messages.some(hasAttachments)) return messages
      const rows = await rowsOf(messages, caller)
      let [count, bytes] = [0, 0]
      const withImages: LlmMessage[] = []
      const dataById = new Map<string, string | undefined>()
      for (const { attachments = [], ...message } of messages.toReversed()) {
        const images: NonNullable<LlmMessage['images']>[number][] = []
        const notes: string[] = []
        for (const { id, name } of attachments.filter((attachment) => !isDocument(attachment))) {
          const row = rows.get(id)
          // Its text is in the message already.
          if (!canSee && row && hasText(row)) continue
          const hasRoom = canSee && row && count < MAX_IMAGES && bytes + row.bytes <= MAX_IMAGES_BYTES
          if (hasRoom && !dataById.has(id)) dataById.set(id, (await files.read(row))?.toString('base64'))
          const data = hasRoom ? dataById.get(id) : undefined
          if (row && data !== undefined) {
            count += 1
            bytes += row.bytes
            const { media_type: mediaType, width, height } = row
            images.push({ mediaType, data, width: width ?? 0, height: height ?? 0 })
          } else {
            notes.push(canSee ? `[The image “${citableName(name)}” is not shown here.]` : noteOfUnseen(name))
          }
        }
        const content = [...notes, message.content].filter(Boolean).join('\n')
        withImages.push({ ...message, content, ...(images.length > 0 && { images }) })
      }
      return withImages.toReversed()
    },

    async storePicture(bytes, name, caller) {
      const facts = imageFacts(bytes)
      if (!facts) return undefined
      const ending = facts.mediaType.slice('image/'.length)
      try {
        return await attachments.upload(Readable.from([bytes]), async () => `${name}.${ending}`, caller)
      } catch (error) {
        if (error instanceof DomainError) return undefined
        throw error
      }
    },

    async markUsed(messages, conversationId, caller) {
      if (caller.kind !== 'member' || !messages.some(hasAttachments)) return
      const rows = await rowsOf(messages, caller)
      await addAttachmentUses(database, callerKeyOf(caller), conversationId, [...rows.keys()])
    },
  }
}

type NamedFile = NonNullable<ChatMessage['attachments']>[number]

const hasAttachments = ({ attachments = [] }: ChatMessage) => attachments.length > 0
const isDocument = ({ kind }: NamedFile) => kind === 'document'
const hasText = ({ text_file: file }: AttachmentRow) => file !== null

/** Returns each file once, in the order of the first mentions. */
const distinct = (files: readonly NamedFile[]) => [...new Map(files.map((file) => [file.id, file])).values()]

/** Returns the documents whose texts have at most `maxBytes` together; a document that does not fit is skipped. */
function firstWithin(rows: readonly AttachmentRow[], maxBytes: number): readonly AttachmentRow[] {
  let bytes = 0
  return rows.filter(({ text_bytes: size }) => {
    const fits = bytes + size <= maxBytes
    if (fits) bytes += size
    return fits
  })
}

const READ_BY_OCR =
  '[Read from a picture by text recognition (OCR): letters, numbers and the order of lines may be wrong. Say so when it matters.]'
const noteOfOmitted = (name: string) =>
  `[The document “${citableName(name)}” is left out, because the newer documents fill the room for them. Tell the person when the reply may depend on it.]`

const noteOfUnseen = (name: string) =>
  `[The image “${citableName(name)}” is attached, but this model cannot see images. Say so, and suggest choosing a model that can.]`
