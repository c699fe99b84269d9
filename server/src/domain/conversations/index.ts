export { createImports, type Imports } from './imports.ts'
export { type Conversations, createConversations } from './conversations.ts'
export {
  type ConversationWriter,
  createConversationWriter,
  storeNothing,
  type StoreReply,
  type StoredQuestion,
} from './conversation-writer.ts'
export { createOutsideTextMarks, type OutsideTextMarks } from './outside-text.ts'
