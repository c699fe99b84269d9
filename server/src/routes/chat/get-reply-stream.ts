import { getReplyStream } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { events, route } from '../route.ts'

export const getReplyStreamRoute = (replies: Replies) =>
  route(getReplyStream, async ({ params, caller, lastEventId, signal }) =>
    events(await replies.resume(params.replyId, caller, lastEventId ?? 0, signal)),
  )
