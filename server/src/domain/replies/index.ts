export { speculative } from './ahead.ts'
export type { KeptReply, Models, ReplyStore, TokenCounter } from './ports.ts'
export { type AheadReply, type BegunReply, createReplies, type Replies } from './replies.ts'
export type { NumberedReplyEvent } from './reply-reading.ts'
export type { Question } from './run-reply.ts'
export {
  aloneExchange,
  interruptedEvent,
  isTerminal,
  isWordless,
  type ReplyExchange,
  type ReplyFeed,
} from './exchange.ts'
