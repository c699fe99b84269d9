export { createMemoryProposals, type MemoryProposals } from './memory-proposals.ts'
