export type { KeptReply, ReplyStore } from './ports.ts'
export { createReplies, type Replies } from './replies.ts'
