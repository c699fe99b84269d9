export { DiaryPane } from './diary-pane.tsx'
export { DiaryView } from './diary-view.tsx'
