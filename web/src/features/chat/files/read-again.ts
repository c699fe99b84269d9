import type { Attachment } from '@vee/contract/entities/attachment'
import type { getAttachment, putAttachmentText } from '@vee/contract/http/attachments'
import type { Api } from '#lib/http/index.ts'
import { AttachmentError } from './read/attachment-error.ts'
import { fileKind } from './read/file-kind.ts'
import { readDocument } from './read/file-worker.ts'

/**
 * Reads the text of an uploaded file in the encoding that the user chose, and stores it in place of the earlier one. Throws
 * AttachmentError or ApiError.
 */
export async function readInEncoding(
  api: Api,
  { id, name }: Attachment,
  encoding: string,
): Promise<Attachment> {
  const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', { params: { id } })
  const bytes = await response.arrayBuffer()
  const kind = fileKind(new Uint8Array(bytes), name, '')
  if (kind !== 'text' && kind !== 'html') throw new AttachmentError('type')
  const { body } = await readDocument(new File([bytes], name), kind, { encoding })
  return api.json<typeof putAttachmentText>('PUT', '/attachments/{id}/text', { params: { id }, body })
}
