export { createMemory, type Memory } from './memory.ts'
export type { ReadPage } from './read-page.ts'
export { type Tool, type ToolContext, ToolFailure, type ToolOutput, whatIsWrong } from './tool.ts'
export { createToolbox, type Toolbox } from './toolbox.ts'
