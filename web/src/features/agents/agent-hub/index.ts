export { AgentHub } from './agent-hub.tsx'
