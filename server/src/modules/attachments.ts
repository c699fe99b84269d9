import {
  type Attachments,
  createAttachments,
  createAttachmentUploads,
  createReplyAttachments,
  createVisitorFiles,
  type ReplyAttachments,
  type VisitorFiles,
} from '#domain/attachments/index.ts'
import { createPictureDescriptions } from '#domain/side-questions/index.ts'
import type { Replies } from '#domain/replies/index.ts'
import { attachmentRoutes } from '../routes/attachments.ts'
import { pictureDescriptionRoutes } from '../routes/picture-descriptions.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'
import { purgeLogger } from './purge-log.ts'
import type { Storage } from './storage.ts'

/** Creates the files that are sent with messages. */
export function createAttachmentsModule(
  { settings, database, log, now }: ModuleContext,
  storage: Storage,
): Module<{
  readonly replyAttachments: ReplyAttachments
  readonly attachments: Attachments
  readonly visitorFiles: VisitorFiles
}> {
  const files = storage.openSealedFiles('attachments')
  const logPurged = purgeLogger(log, 'attachments')
  const maxBytes = settings.attachmentsMaxBytes
  const attachments = createAttachments({ database, now, files, maxBytes })
  const uploads = createAttachmentUploads({ database, now, files, attachments, maxBytes })
  return {
    services: {
      attachments,
      replyAttachments: createReplyAttachments({ database, files, attachments }),
      visitorFiles: createVisitorFiles({ database, maxBytes }),
    },
    routes: attachmentRoutes(attachments, uploads),
    jobs: [
      {
        name: 'purge-attachments',
        everyMs: PURGE_MS,
        runsOn: storage.purgeRunsOn,
        deletesByAge: true,
        async run(signal) {
          await uploads.purge()
          logPurged(await attachments.purge(signal))
        },
      },
    ],
  }
}

interface DescriptionDependencies {
  readonly attachments: Attachments
  readonly replies: Replies
}

/** Creates the descriptions of pictures, which are replies. */
export const createPictureDescriptionsModule = (dependencies: DescriptionDependencies): Module<object> => ({
  services: {},
  routes: pictureDescriptionRoutes(createPictureDescriptions(dependencies)),
})
