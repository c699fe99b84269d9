export { type Conversations, createConversations } from './conversations.ts'
export {
  type ConversationKeeper,
  createConversationKeeper,
  keepNothing,
  type KeepReply,
  type KeptQuestion,
} from './keeper.ts'
