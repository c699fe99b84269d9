export { TutorView } from './tutor-view.tsx'
