import { exportOwnAgent } from '@vee/contract/http/own-agents'
import type { CustomAgents } from '#domain/custom-agents/index.ts'
import { download, route } from '../route.ts'

export const exportOwnAgentRoute = (ownAgents: CustomAgents) =>
  route(exportOwnAgent, async ({ params, caller }) => {
    const file = await ownAgents.export(params.id, caller)
    const text = `${JSON.stringify(file, undefined, 2)}\n`
    return download(text, `${file.agent.name}.vee-agent.json`, 'application/json')
  })
