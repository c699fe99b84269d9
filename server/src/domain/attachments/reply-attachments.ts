import { documentText, type DocumentText } from '@vee/contract/entities/attachment'
import type { ChatMessage } from '@vee/contract/entities/message'
import { addAttachmentUses, type AttachmentRow, findAttachments } from '#db/queries/attachments.ts'
import type { Database } from '#db/schema.ts'
import type { LlmMessage } from '#providers/llm.ts'
import { delimitedDocument } from '#providers/prompt-delimiters.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { passagesFor } from './passages.ts'

/** Text of all documents of one request, in UTF-16 code units: about 40,000 tokens. */
const DOCUMENTS_MAX_LENGTH = 160_000
/** Maximum number of images per request; vendors accept more, but each costs up to 1,600 tokens. */
const IMAGES_MAX = 10
/** Maximum bytes of the images per request: vendors accept 32 MB with base64. */
const IMAGES_MAX_BYTES = 20_000_000

/** The attachments of a reply. */
export interface ReplyAttachments {
  /**
   * Returns the messages with the text of their documents, long documents by the passages that fit the question, and a
   * line for each image.
   */
  withDocuments(messages: readonly ChatMessage[], caller: Caller): Promise<readonly ChatMessage[]>
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
}

export function createReplyAttachments({ database, files }: ReplyAttachmentsDependencies): ReplyAttachments {
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
    async withDocuments(messages, caller) {
      if (!messages.some(hasAttachments)) return messages
      const rows = await rowsOf(messages, caller)
      const question = messages.findLast(({ role }) => role === 'user')?.content ?? ''
      const documentCount = [...rows.values()].filter(({ kind }) => kind === 'document').length
      const share = Math.floor(DOCUMENTS_MAX_LENGTH / Math.max(1, documentCount))
      const describe = async (id: string, name: string): Promise<string> => {
        const row = rows.get(id)
        const text = row && (await textOf(row))
        if (!text)
          return `[The file “${oneLine(name)}” is no longer available, or its text could not be read.]`
        return delimitedDocument(oneLine(name), passagesFor(text, question, share))
      }
      return Promise.all(
        messages.map(async (message): Promise<ChatMessage> => {
          if (!hasAttachments(message)) return message
          const texts = await Promise.all(
            (message.attachments ?? []).map((one) =>
              isDocument(one)
                ? describe(one.id, one.name)
                : Promise.resolve(`[Image “${oneLine(one.name)}”]`),
            ),
          )
          return { ...message, content: [message.content, ...texts].filter(Boolean).join('\n\n') }
        }),
      )
    },

    async withImages(messages, caller, canSee) {
      if (!messages.some(hasAttachments)) return messages
      const rows = canSee ? await rowsOf(messages, caller) : new Map<string, AttachmentRow>()
      let [count, bytes] = [0, 0]
      const withImages: LlmMessage[] = []
      for (const { attachments = [], ...message } of messages.toReversed()) {
        const images: NonNullable<LlmMessage['images']>[number][] = []
        const notes: string[] = []
        for (const { id, name } of attachments.filter((one) => !isDocument(one))) {
          const row = rows.get(id)
          const hasRoom = row && count < IMAGES_MAX && bytes + row.bytes <= IMAGES_MAX_BYTES
          const data = hasRoom ? await files.read(row) : undefined
          if (row && data) {
            count += 1
            bytes += row.bytes
            const { media_type: mediaType, width, height } = row
            images.push({ mediaType, data: data.toString('base64'), width: width ?? 0, height: height ?? 0 })
          } else {
            notes.push(canSee ? `[The image “${oneLine(name)}” is not shown here.]` : noteOfUnseen(name))
          }
        }
        const content = [...notes, message.content].filter(Boolean).join('\n')
        withImages.push({ ...message, content, ...(images.length > 0 && { images }) })
      }
      return withImages.toReversed()
    },

    async markUsed(messages, conversationId, caller) {
      if (caller.kind !== 'member' || !messages.some(hasAttachments)) return
      const rows = await rowsOf(messages, caller)
      await addAttachmentUses(database, callerKeyOf(caller), conversationId, [...rows.keys()])
    },
  }
}

const hasAttachments = ({ attachments = [] }: ChatMessage) => attachments.length > 0
const isDocument = ({ kind }: NonNullable<ChatMessage['attachments']>[number]) => kind === 'document'

/** The name was chosen by the file's author: it is restricted to one line, in quotes. */
const oneLine = (name: string) => name.replaceAll(/[\s"“”<>]+/g, ' ').slice(0, 120)

const noteOfUnseen = (name: string) =>
  `[The image “${oneLine(name)}” is attached, but this model cannot see images. Say so, and suggest choosing a model that can.]`
