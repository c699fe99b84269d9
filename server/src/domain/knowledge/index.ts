export { createKnowledge, type Knowledge, type KnowledgeIndex } from './knowledge.ts'
export type { PassageHit } from './passage-index.ts'
export { type StoredDocument } from './stored-documents.ts'
