import { postAttachmentDescription } from '@vee/contract/http/attachments'
import type { PictureDescriptions } from '#domain/side-questions/index.ts'
import { json, type Route, route } from '#serving/route.ts'

export const pictureDescriptionRoutes = (descriptions: PictureDescriptions): readonly Route[] => [
  route(postAttachmentDescription, async ({ params, body: { model }, caller, locale, signal }) =>
    json(await descriptions.describe(params.id, { model, locale, signal }, caller)),
  ),
]
