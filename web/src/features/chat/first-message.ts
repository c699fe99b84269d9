/** Loaded with the first message; not part of the first page. */
export { ConversationView } from './conversation/conversation.tsx'
export { fetchMarkdown } from './conversation/reply-text.tsx'
export { requestReply } from './reply/reply-request.ts'
