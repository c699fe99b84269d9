import type { LlmProvider } from '#providers/llm.ts'
import { isFree } from '#providers/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { mayUseEndpoint } from '../model-endpoints/index.ts'

/**
 * Returns whether a provider may reply to the caller with the wished model. Visitors are the host's guests: at a provider
 * without rules of access they choose among the models of the settings, and not the most expensive one that it serves.
 */
export const mayReply =
  (requestedModel: string | undefined, caller: Caller, hostModels: readonly string[]) =>
  ({ id, access }: Pick<LlmProvider, 'id' | 'access'>): boolean => {
    if (!mayUseEndpoint(access, caller)) return false
    if (caller.kind !== 'visitor' || requestedModel === undefined || access !== undefined || isFree(id))
      return true
    return hostModels.includes(withoutProvider(requestedModel, id))
  }

/** Returns the name of a model without the id of its provider before it. */
export const withoutProvider = (model: string, providerId: string): string =>
  model.startsWith(`${providerId}:`) ? model.slice(providerId.length + 1) : model
