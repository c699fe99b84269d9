import { postChat } from '@vee/contract/http/chat'
import type { Replies } from '#domain/replies/index.ts'
import { events, json, route } from '../route.ts'

export const postChatRoute = (replies: Replies) =>
  route(postChat, async ({ body, caller, ownKeys, locale, acceptsEvents, signal }) => {
    const question = { ...body, locale, ownKeys }
    return body.stream === true || acceptsEvents
      ? events(await replies.stream(question, caller, signal))
      : json(await replies.answer(question, caller, signal))
  })
