export { AgentEditor } from './agent-editor.tsx'
export { MakeAgent } from './make-agent.tsx'
