import type { Replies } from '#domain/replies/index.ts'
import type { Route } from '../route.ts'
import { deleteReplyRoute } from './delete-reply.ts'
import { getReplyStreamRoute } from './get-reply-stream.ts'
import { postHistoryPreviewRoute } from './post-history-preview.ts'
import { postChatRoute } from './post-chat.ts'

export const chatRoutes = (replies: Replies): readonly Route[] => [
  postChatRoute(replies),
  getReplyStreamRoute(replies),
  deleteReplyRoute(replies),
  postHistoryPreviewRoute(replies),
]
