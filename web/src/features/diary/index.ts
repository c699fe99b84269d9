export { DiaryView } from './diary-view.tsx'
