import { deleteReply } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { empty, route } from '../route.ts'

export const deleteReplyRoute = (replies: Replies) =>
  route(deleteReply, async ({ params, caller }) => {
    await replies.stop(params.replyId, caller)
    return empty()
  })
