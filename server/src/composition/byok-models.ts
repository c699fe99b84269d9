import { createOwnKeyModels } from '#providers/own-key-models.ts'
import type { ServerSettings } from '../settings.ts'

/** Callers' own keys are sent to the same base URLs as the host's. */
export const byokModels = ({ openai, anthropic, modelPrimary, providerTimeoutMs }: ServerSettings) =>
  createOwnKeyModels({
    openaiBaseUrl: openai.baseUrl,
    anthropicBaseUrl: anthropic.baseUrl,
    modelPrimary,
    timeoutMs: providerTimeoutMs,
  })
