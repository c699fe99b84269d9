import { createMeetings, createMeetingSound, createSummarizer } from '#domain/meetings/index.ts'
import type { Replies } from '#domain/replies/index.ts'
import { meetingRoutes } from '../routes/meetings.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'
import { purgeLogger } from './purge-log.ts'
import type { Storage } from './storage.ts'

/** Creates members' meetings, their sound, and their summaries. */
export function createMeetingsModule(
  { settings, database, log, now }: ModuleContext,
  { replies, storage }: { readonly replies: Replies; readonly storage: Storage },
): Module<undefined> {
  const meetings = createMeetings({ database, now, limits: settings.contentLimits })
  const sound = createMeetingSound({
    ...settings.meetingSound,
    database,
    now,
    files: storage.openSealedFiles('meeting-sound'),
  })
  const logPurged = purgeLogger(log, 'meeting-sound')
  return {
    services: undefined,
    routes: meetingRoutes({
      meetings,
      summarizer: createSummarizer({ meetings, replies }),
      sound,
      consentText: settings.meetingConsentText,
      soundDays: settings.meetingSound.days,
      now,
    }),
    jobs: [
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
