import {
  type Attachments,
  createAttachments,
  createAttachmentUploads,
  createReplyAttachments,
  createVisitorFiles,
  type ReplyAttachments,
  type VisitorFiles,
} from '#domain/attachments/index.ts'
import { attachmentRoutes } from '../routes/attachments.ts'
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
