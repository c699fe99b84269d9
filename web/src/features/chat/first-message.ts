/** What comes with the first message; the first page does not carry it. */
export { ConversationView } from './conversation.tsx'
export { requestReply } from './reply-request.ts'
