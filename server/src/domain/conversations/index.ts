export { type Conversations, createConversations } from './conversations.ts'
export {
  type ConversationKeeper,
  createConversationKeeper,
  storeNothing as keepNothing,
  type KeepReply,
  type KeptQuestion,
} from './keeper.ts'
