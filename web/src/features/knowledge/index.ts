export type { KnowledgeFileReader } from './knowledge-file-reader.ts'
export { KnowledgeList } from './knowledge-list.tsx'
export { KnowledgeSection } from './knowledge-section.tsx'
