export { type Conversations, createConversations } from './conversations.ts'
export {
  type ConversationWriter as ConversationKeeper,
  createConversationWriter as createConversationKeeper,
  storeNothing as keepNothing,
  type StoreReply as KeepReply,
  type StoredQuestion as KeptQuestion,
} from './conversation-writer.ts'
