/** Loaded with the first message; not part of the first page. */
export { ConversationView } from './conversation/conversation.tsx'
export { requestReply } from './reply/reply-request.ts'
