import { listBackgroundReplies, reportBackgroundReply } from '@vee/contract/http/background-replies'
import { deleteReply, getReplyStream, postChat, postHistoryPreview } from '@vee/contract/http/chat'
import type { BackgroundReplies, Replies } from '#domain/replies/index.ts'
import { empty, events, json, route, type Route } from '#serving/route.ts'

export const chatRoutes = (replies: Replies, backgroundReplies: BackgroundReplies): readonly Route[] => [
  route(postChat, async ({ body, caller, token, ownKeys, locale, acceptsEvents, signal }) => {
    const question = { ...body, locale, ownKeys }
    if (body.inBackground === true) return json(await backgroundReplies.start(question, caller, token), 202)
    return body.stream === true || acceptsEvents
      ? events(await replies.stream(question, caller, signal))
      : json(await replies.answer(question, caller, signal))
  }),
  route(getReplyStream, async ({ params, caller, lastEventId, signal }) =>
    events(await replies.resume(params.replyId, caller, lastEventId ?? 0, signal)),
  ),
  route(deleteReply, async ({ params, caller }) => {
    if (!(await backgroundReplies.stop(params.replyId, caller))) await replies.stop(params.replyId, caller)
    return empty()
  }),
  route(listBackgroundReplies, async ({ caller, query }) =>
    json(await backgroundReplies.list(caller, query)),
  ),
  route(reportBackgroundReply, async ({ caller, params }) =>
    json(await backgroundReplies.claimReport(params.replyId, caller)),
  ),
  route(postHistoryPreview, async ({ body, caller, locale }) =>
    json(await replies.previewHistory({ ...body, locale }, caller)),
  ),
]
