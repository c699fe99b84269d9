import type { LlmStatus } from '@vee/contract/http/system'
import { getLlmStatus } from '@vee/contract/http/system'
import { json, route } from '../route.ts'

export const llmStatusRoute = (status: () => Promise<LlmStatus>) =>
  route(getLlmStatus, async () => json(await status()))
