export { MeetingsPane } from './meetings-pane.tsx'
export { MeetingsView } from './meetings-view.tsx'
export { takeMeetingsAlong } from './take-along.ts'
