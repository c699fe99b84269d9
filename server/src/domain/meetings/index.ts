export { renderMeetingExport } from './export.ts'
export { createMeetings, type Meetings } from './meetings.ts'
export { createMeetingSound, type MeetingSound } from './sound.ts'
export { createSummarizer, type Summarizer } from './summarize.ts'
