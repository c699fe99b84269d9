export { createOwnAgents, type OwnAgents } from './own-agents.ts'
