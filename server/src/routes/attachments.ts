import {
  deleteAttachment,
  getAttachment,
  getAttachmentLimits,
  getAttachmentText,
  postAttachment,
  putAttachmentText,
} from '@vee/contract/http/attachments'
import {
  deleteUpload,
  headUpload,
  patchUpload,
  postUpload,
  postUploadedAttachment,
  TUS_VERSION,
} from '@vee/contract/http/attachment-uploads'
import type { Attachments, AttachmentUploads, UploadState } from '#domain/attachments/index.ts'
import { readUploadMetadata } from '#serving/requests/upload-metadata.ts'
import { rangedBytes, requestedRange } from '#serving/requests/byte-ranges.ts'
import { empty, json, type Route, route } from '#serving/route.ts'

/**
 * Prevents that content of a file runs in the browser, where only images are displayed inline, and that the browser still
 * has it after the person has signed out.
 */
const DOWNLOAD_HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

const TUS = { 'tus-resumable': TUS_VERSION }
const offsetOf = ({ receivedBytes }: UploadState) => ({ ...TUS, 'upload-offset': String(receivedBytes) })

export const attachmentRoutes = (attachments: Attachments, uploads: AttachmentUploads): readonly Route[] => [
  route(getAttachmentLimits, async ({ caller }) => json(await attachments.limits(caller))),
  route(postUpload, async ({ headers, caller }) => {
    const { 'upload-length': bytes, 'upload-metadata': metadata = '' } = headers
    const state = await uploads.begin({ ...readUploadMetadata(metadata), bytes }, caller)
    return empty(201, { ...offsetOf(state), location: `/api/attachments/uploads/${state.id}` })
  }),
  route(headUpload, async ({ params, caller }) => {
    const state = await uploads.state(params.uploadId, caller)
    return empty(200, { ...offsetOf(state), 'upload-length': String(state.bytes) })
  }),
  route(patchUpload, async ({ params, headers, body, caller }) =>
    empty(204, offsetOf(await uploads.append(params.uploadId, headers['upload-offset'], body, caller))),
  ),
  route(deleteUpload, async ({ params, caller }) => {
    await uploads.cancel(params.uploadId, caller)
    return empty(204, TUS)
  }),
  route(postUploadedAttachment, async ({ params, caller }) =>
    json(await uploads.finish(params.uploadId, caller), 201),
  ),
  route(postAttachment, async ({ file, body, caller }) =>
    json(await attachments.upload(file.stream, async () => (await body()).name, caller), 201),
  ),
  route(getAttachment, async ({ params, headers, caller }) => {
    const { attachment, ...file } = await attachments.read(params.id, caller, requestedRange(headers))
    const disposition = attachment.kind === 'image' ? 'inline' : 'attachment'
    return rangedBytes(file, {
      ...DOWNLOAD_HEADERS,
      'content-type': attachment.mediaType,
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(attachment.name).replaceAll("'", '%27')}`,
    })
  }),
  route(putAttachmentText, async ({ params, body, caller }) =>
    json(await attachments.setText(params.id, body, caller)),
  ),
  route(getAttachmentText, async ({ params, caller }) => json(await attachments.text(params.id, caller))),
  route(deleteAttachment, async ({ params, caller }) => {
    await attachments.remove(params.id, caller)
    return empty()
  }),
]
