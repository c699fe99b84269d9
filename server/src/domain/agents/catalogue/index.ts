export { type AgentCatalogue, createAgentCatalogue } from './catalogue.ts'
