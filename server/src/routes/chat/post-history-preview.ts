import { postHistoryPreview } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { json, route } from '../route.ts'

export const postHistoryPreviewRoute = (replies: Replies) =>
  route(postHistoryPreview, async ({ body, caller, locale }) =>
    json(await replies.previewHistory({ ...body, locale }, caller)),
  )
