/** Loaded with the first message; not part of the first page. */
export { ConversationView } from './conversation.tsx'
export { requestReply } from './reply-request.ts'
