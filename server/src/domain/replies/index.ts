export type { CostOf, KeptReply, Models, ReplyStore } from './ports.ts'
export { createReplies, type Replies } from './replies.ts'
