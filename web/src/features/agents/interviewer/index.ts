export { InterviewView } from './interview-view.tsx'
