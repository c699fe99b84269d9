export { type Conversations, createConversations } from './conversations.ts'
export { type ConversationKeeper, createConversationKeeper, type KeepReply } from './keeper.ts'
