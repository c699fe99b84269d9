export { exportMeetings } from './export.ts'
export { createMeetings, type Meetings } from './meetings.ts'
export { createSummarizer, type SummarizeMeeting } from './summarize.ts'
