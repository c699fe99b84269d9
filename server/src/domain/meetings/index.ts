export { exportMeetings } from './export.ts'
export { createMeetings, type Meetings } from './meetings.ts'
export { createSummarizer, type Summarizer } from './summarize.ts'
