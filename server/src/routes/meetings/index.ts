import type { Meetings, MeetingSound, Summarizer } from '#domain/meetings/index.ts'
import type { Route } from '../route.ts'
import { changeMeetingsRoute } from './change-meetings.ts'
import { createMeetingRoute } from './create-meeting.ts'
import { deleteMeetingRoute } from './delete-meeting.ts'
import { exportMeetingsRoute } from './export-meetings.ts'
import { getMeetingRoute } from './get-meeting.ts'
import { getMeetingSettingsRoute } from './get-meeting-settings.ts'
import { importMeetingsRoute } from './import-meetings.ts'
import { listActionItemsRoute } from './list-action-items.ts'
import { listMeetingTagsRoute } from './list-meeting-tags.ts'
import { listMeetingsRoute } from './list-meetings.ts'
import { patchActionItemRoute } from './patch-action-item.ts'
import { patchMeetingRoute } from './patch-meeting.ts'
import { restoreMeetingRoute } from './restore-meeting.ts'
import { meetingSoundRoutes } from './sound.ts'
import { summarizeMeetingRoute } from './summarize-meeting.ts'
import { summarizeTranscriptRoute } from './summarize-transcript.ts'

export const meetingRoutes = (
  meetings: Meetings,
  summarizer: Summarizer,
  sound: MeetingSound,
  settings: {
    readonly meetingConsentText: string | undefined
    readonly meetingSound: { readonly days: number }
  },
): readonly Route[] => [
  getMeetingSettingsRoute(settings.meetingConsentText, settings.meetingSound.days),
  ...meetingSoundRoutes(sound),
  listMeetingsRoute(meetings),
  createMeetingRoute(meetings),
  exportMeetingsRoute(meetings),
  importMeetingsRoute(meetings),
  changeMeetingsRoute(meetings),
  listMeetingTagsRoute(meetings),
  listActionItemsRoute(meetings),
  patchActionItemRoute(meetings),
  getMeetingRoute(meetings),
  patchMeetingRoute(meetings),
  deleteMeetingRoute(meetings),
  restoreMeetingRoute(meetings),
  summarizeMeetingRoute(summarizer),
  summarizeTranscriptRoute(summarizer, Date.now),
]
