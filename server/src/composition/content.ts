import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/schema.ts'
import { createAttachments, createReplyAttachments } from '#domain/attachments/index.ts'
import { createConversationWriter, createConversations } from '#domain/conversations/index.ts'
import { join } from 'node:path'
import { createMeetings, createMeetingSound } from '#domain/meetings/index.ts'
import { createSealedFiles } from '../adapters/sealed-files.ts'
import type { ServerSettings } from '../settings.ts'
import { sealKey } from '../start/secrets.ts'
import { createCustomAgents } from '#domain/custom-agents/index.ts'

/** Interval in ms for purging content that can no longer be restored. */
const PURGE_EVERY_MS = 10 * 60_000

interface KeptParts {
  readonly settings: Pick<
    ServerSettings,
    'attachmentsMaxBytes' | 'contentLimits' | 'dataDir' | 'meetingSound' | 'sealKey'
  >
  readonly database: Database
  readonly log: FastifyBaseLogger
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Creates the module for members' stored content. */
export function createContentModule({ settings, database, log, now }: KeptParts) {
  const onFailure = (failure: unknown) => log.error({ err: failure }, 'reply could not be kept')
  const limits = settings.contentLimits
  const conversations = createConversations({ database, now, limits })
  const meetings = createMeetings({ database, now, limits })
  const meetingSound = createMeetingSound({
    ...settings.meetingSound,
    database,
    now,
    files: createSealedFiles(join(settings.dataDir, 'meeting-sound'), () =>
      sealKey(settings.sealKey, settings.dataDir),
    ),
  })
  const ownAgents = createCustomAgents({ database, now })
  const attachmentFiles = createSealedFiles(join(settings.dataDir, 'attachments'), () =>
    sealKey(settings.sealKey, settings.dataDir),
  )
  const attachments = createAttachments({
    database,
    now,
    files: attachmentFiles,
    maxBytes: settings.attachmentsMaxBytes,
  })
  const purging = setInterval(() => {
    Promise.all([
      conversations.purge(),
      meetings.purge().then(() => meetingSound.purge()),
      ownAgents.purge(),
      attachments.purge(),
    ]).catch((error: unknown) => log.error({ err: error }, 'purge failed'))
  }, PURGE_EVERY_MS).unref()
  return {
    conversations,
    meetings,
    meetingSound,
    ownAgents,
    attachments,
    replyAttachments: createReplyAttachments({ database, files: attachmentFiles }),
    keeper: createConversationWriter({ database, now, onFailure, limits }),
    stopPurging: () => clearInterval(purging),
  }
}
