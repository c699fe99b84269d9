export { type AgentCatalogue, createAgentCatalogue, type MembersAgents } from './catalogue.ts'
