import type { Conversations } from '#domain/conversations/index.ts'
import {
  createMeetings,
  createMeetingSound,
  createSummarizer,
  type Meetings,
  type MeetingSound,
} from '#domain/meetings/index.ts'
import type { Replies } from '#domain/replies/index.ts'
import type { Counters } from '#domain/money/rate-limits/counters.ts'
import { createShareLinks, createShares, type ShareLinks } from '#domain/shares/index.ts'
import { shareRoutes } from '../routes/shares.ts'
import { meetingRoutes } from '../routes/meetings.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'
import { purgeLogger } from './purge-log.ts'
import type { Storage } from './storage.ts'

interface MeetingDependencies {
  readonly replies: Replies
  readonly storage: Storage
  readonly conversations: Conversations
  readonly counters: Counters
}

/** Creates members' meetings, their sound, their summaries, and links to meetings and conversations. */
export function createMeetingsModule(
  { settings, database, log, now }: ModuleContext,
  { replies, storage, conversations, counters }: MeetingDependencies,
): Module<{ readonly links: ShareLinks; readonly meetings: Meetings; readonly sound: MeetingSound }> {
  const meetings = createMeetings({ database, now, quota: settings.contentQuota })
  const sound = createMeetingSound({
    ...settings.meetingSound,
    database,
    now,
    files: storage.openSealedFiles('meeting-sound'),
  })
  const links = createShareLinks({ ...settings, database, counters, conversations, meetings, now })
  const logPurged = purgeLogger(log, 'meeting-sound')
  return {
    services: { links, meetings, sound },
    routes: [
      ...shareRoutes(createShares({ database, now }), links),
      ...meetingRoutes({
        meetings,
        summarizer: createSummarizer({ meetings, replies }),
        sound,
        consentText: settings.meetingConsentText,
        soundDays: settings.meetingSound.days,
        now,
      }),
    ],
    jobs: [
      {
        name: 'purge-links',
        everyMs: PURGE_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => links.purge(),
      },
      {
        name: 'purge-meetings',
        everyMs: PURGE_MS,
        runsOn: 'one-server',
        deletesByAge: true,
        run: () => meetings.purge(),
      },
      {
        name: 'purge-meeting-sound',
        everyMs: PURGE_MS,
        runsOn: storage.purgeRunsOn,
        deletesByAge: true,
        run: async (signal) => logPurged(await sound.purge(signal)),
      },
    ],
  }
}
