import { join } from 'node:path'
import {
  createAttachments,
  createReplyAttachments,
  type ReplyAttachments,
} from '#domain/attachments/index.ts'
import { createSealedFiles } from '../adapters/sealed-files.ts'
import { attachmentRoutes } from '../routes/attachments.ts'
import { sealKey } from '../start/secrets.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'

/** Creates the files that are sent with messages. */
export function createAttachmentsModule({
  settings,
  database,
  now,
}: ModuleContext): Module<{ readonly replyAttachments: ReplyAttachments }> {
  const files = createSealedFiles(join(settings.dataDir, 'attachments'), () =>
    sealKey(settings.sealKey, settings.dataDir),
  )
  const attachments = createAttachments({ database, now, files, maxBytes: settings.attachmentsMaxBytes })
  return {
    services: { replyAttachments: createReplyAttachments({ database, files }) },
    routes: attachmentRoutes(attachments),
    jobs: [
      {
        name: 'purge-attachments',
        everyMs: PURGE_MS,
        // Servers may have separate folders.
        runsOn: 'every-server',
        run: (signal) => attachments.purge(signal),
      },
    ],
  }
}
