import {
  deleteAttachment,
  getAttachment,
  getAttachmentText,
  postAttachment,
  putAttachmentText,
} from '@vee/contract/http/attachments'
import type { Attachments } from '#domain/attachments/index.ts'
import { bytes, empty, json, type Route, route } from '../http/route.ts'

/** Prevents that content of a file runs in the browser; only images are displayed inline. */
const DOWNLOAD_HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

export const attachmentRoutes = (attachments: Attachments): readonly Route[] => [
  route(postAttachment, async ({ file, body, caller }) =>
    json(await attachments.upload(file.stream, async () => (await body()).name, caller), 201),
  ),
  route(getAttachment, async ({ params, caller }) => {
    const { bytes: content, attachment } = await attachments.read(params.id, caller)
    const disposition = attachment.kind === 'image' ? 'inline' : 'attachment'
    return bytes(content, {
      ...DOWNLOAD_HEADERS,
      'content-type': attachment.mediaType,
      'content-length': String(content.length),
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
