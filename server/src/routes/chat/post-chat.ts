import { postChat } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { events, json, route } from '../route.ts'

export const postChatRoute = (replies: Replies) =>
  route(postChat, async ({ body, caller, acceptsEvents, signal }) =>
    body.stream === true || acceptsEvents
      ? events(await replies.stream(body, caller, signal))
      : json(await replies.answer(body, caller, signal)),
  )
