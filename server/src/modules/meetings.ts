import { createMeetings, createMeetingSound, createSummarizer } from '#domain/meetings/index.ts'
import type { Replies } from '#domain/replies/index.ts'
import { meetingRoutes } from '../routes/meetings.ts'
import type { Module, ModuleContext } from './module.ts'
import { PURGE_MS } from './periods.ts'
import { openSealedFiles, purgeLogger } from './sealed-files.ts'

/** Creates members' meetings, their sound, and their summaries. */
export function createMeetingsModule(
  { settings, database, log, now }: ModuleContext,
  { replies }: { readonly replies: Replies },
): Module<undefined> {
  const meetings = createMeetings({ database, now, limits: settings.contentLimits })
  const sound = createMeetingSound({
    ...settings.meetingSound,
    database,
    now,
    files: openSealedFiles({ settings, log }, 'meeting-sound'),
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
        // Servers may have separate folders.
        runsOn: 'every-server',
        deletesByAge: true,
        run: async (signal) => logPurged(await sound.purge(signal)),
      },
    ],
  }
}
