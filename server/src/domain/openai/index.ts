export { createCompletions, type Completions } from './completions.ts'
