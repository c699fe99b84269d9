export { createImports, type Imports } from './imports.ts'
export { type Conversations, createConversations } from './conversations.ts'
export {
  type ConversationWriter,
  type ReplyStored,
  createConversationWriter,
  storeNothing,
  type StoreReply,
  type StoredQuestion,
} from './conversation-writer.ts'
export { createParticipants, type Participants } from './participants.ts'
export { createUnreadMarks, type UnreadMarks } from './unread-marks.ts'
export { createProjects, type ProjectDefaults, type Projects } from './projects.ts'
export { createOutsideTextMarks, type OutsideTextMarks } from './outside-text.ts'
