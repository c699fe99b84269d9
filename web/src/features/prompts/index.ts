export { PromptLibrary } from './prompt-library.tsx'
