import { createOwnKeyModels } from '#providers/own-key-models.ts'
import type { Settings } from '../settings.ts'

/** Keys that people bring along go to the same places as the host's own. */
export const byokModels = ({ openai, anthropic, modelPrimary, providerTimeoutMs }: Settings) =>
  createOwnKeyModels({
    openaiBaseUrl: openai.baseUrl,
    anthropicBaseUrl: anthropic.baseUrl,
    modelPrimary,
    timeoutMs: providerTimeoutMs,
  })
