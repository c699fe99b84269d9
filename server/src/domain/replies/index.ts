export { speculative } from './speculative-reply.ts'
export type { StoredReply, Models, ReplyStore, TokenCounter } from './ports.ts'
export { type SpeculativeReply, type StartedReply, createReplies, type Replies } from './replies.ts'
export { createBackgroundReplies, type BackgroundReplies } from './run/background-replies.ts'
export type { NumberedReplyEvent } from './reply-reader.ts'
export type { Question } from './run/reply-run.ts'
export { speakersIn } from './together/speakers.ts'
export { createLiveModelAgents, type LiveModelAgent, type LiveModelAgents } from './live-model-agent.ts'
export {
  localOnlyRelay,
  interruptedEvent,
  isTerminal,
  isWordless,
  type ReplyRelay,
  type ReplyFeed,
} from './reply-relay.ts'
