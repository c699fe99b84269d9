import { postAttachmentDescription } from '@vee/contract/http/attachments'
import { proposeMemoryNotes } from '@vee/contract/http/memory'
import type { MemoryProposals, PictureDescriptions } from '#domain/side-questions/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const sideQuestionRoutes = (
  descriptions: PictureDescriptions,
  proposals: MemoryProposals,
): readonly Route[] => [
  route(postAttachmentDescription, async ({ params, body: { model }, caller, locale, signal }) =>
    json(await descriptions.describe(params.id, { model, locale, signal }, caller)),
  ),
  route(proposeMemoryNotes, async ({ body, caller, locale, signal }) =>
    json({ items: [...(await proposals.propose({ ...body, locale, signal }, caller))] }),
  ),
]
