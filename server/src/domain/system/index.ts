export { createLlmStatus } from './llm-status.ts'
