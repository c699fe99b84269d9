export { createNotices, type Notice, type Notices } from './notices.ts'
