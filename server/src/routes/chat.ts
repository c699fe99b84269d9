import { deleteReply, getReplyStream, postChat, postHistoryPreview } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { empty, events, json, route, type Route } from '#serving/route.ts'

export const chatRoutes = (replies: Replies): readonly Route[] => [
  route(postChat, async ({ body, caller, ownKeys, locale, acceptsEvents, signal }) => {
    const question = { ...body, locale, ownKeys }
    return body.stream === true || acceptsEvents
      ? events(await replies.stream(question, caller, signal))
      : json(await replies.answer(question, caller, signal))
  }),
  route(getReplyStream, async ({ params, caller, lastEventId, signal }) =>
    events(await replies.resume(params.replyId, caller, lastEventId ?? 0, signal)),
  ),
  route(deleteReply, async ({ params, caller }) => {
    await replies.stop(params.replyId, caller)
    return empty()
  }),
  route(postHistoryPreview, async ({ body, caller, locale }) =>
    json(await replies.previewHistory({ ...body, locale }, caller)),
  ),
]
