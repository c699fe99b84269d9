export { MeetingsPane } from './meetings-pane.tsx'
export { MeetingsView } from './meetings-view.tsx'
export { importGuestMeetings } from './import-guest-meetings.ts'
