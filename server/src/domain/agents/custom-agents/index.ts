export { createCustomAgents, type CustomAgents } from './custom-agents.ts'
