export { MeetingsView } from './meetings-view.tsx'
