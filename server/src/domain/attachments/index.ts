export { type Attachments, createAttachments } from './attachments.ts'
export { imageFacts } from './image-size.ts'
export { createReplyAttachments, type ReplyAttachments } from './reply-attachments.ts'
