export { createConversationTitles } from './conversation-titles.ts'
export { createMemoryProposals, type MemoryProposals } from './memory-proposals.ts'
export { createPictureDescriptions, type PictureDescriptions } from './picture-descriptions.ts'
