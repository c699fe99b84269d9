import { postToolConsent } from '@vee/contract/http/tools'
import type { Toolbox } from '#domain/tools/index.ts'
import { empty, route } from '../route.ts'

export const postToolConsentRoute = (toolbox: Toolbox) =>
  route(postToolConsent, ({ params, body, caller }) => {
    toolbox.decide(caller, params.replyId, body)
    return empty()
  })
