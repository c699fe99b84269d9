import type { Meetings, Summarizer } from '#domain/meetings/index.ts'
import type { Route } from '../route.ts'
import { createMeetingRoute } from './create-meeting.ts'
import { deleteMeetingRoute } from './delete-meeting.ts'
import { exportMeetingsRoute } from './export-meetings.ts'
import { getMeetingRoute } from './get-meeting.ts'
import { importMeetingsRoute } from './import-meetings.ts'
import { listMeetingsRoute } from './list-meetings.ts'
import { patchMeetingRoute } from './patch-meeting.ts'
import { restoreMeetingRoute } from './restore-meeting.ts'
import { summarizeMeetingRoute } from './summarize-meeting.ts'
import { summarizeTranscriptRoute } from './summarize-transcript.ts'

export const meetingRoutes = (meetings: Meetings, summarizer: Summarizer): readonly Route[] => [
  listMeetingsRoute(meetings),
  createMeetingRoute(meetings),
  exportMeetingsRoute(meetings),
  importMeetingsRoute(meetings),
  getMeetingRoute(meetings),
  patchMeetingRoute(meetings),
  deleteMeetingRoute(meetings),
  restoreMeetingRoute(meetings),
  summarizeMeetingRoute(summarizer),
  summarizeTranscriptRoute(summarizer, Date.now),
]
