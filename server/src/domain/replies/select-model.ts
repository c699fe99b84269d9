import type { Budget } from '@vee/contract/entities/budget'
import type { ChatRequest } from '@vee/contract/http/chat'
import { isFree, plainModelName } from '#providers/llm/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { isInForce, type OwnKeys, type Payer, assertMayUseOwnKeys } from '../ledger/index.ts'
import { DomainError } from '../common/domain-error.ts'
import type { ModelChoice, Models, OwnModels, ReplyLedger } from './ports.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import { mayUseEndpoint } from '../model-endpoints/index.ts'

/**
 * Returns whether a provider may reply to the caller with the wished model. Visitors are the host's guests: at a provider
 * without rules of access they choose among the models of the settings, and not the most expensive one that it serves.
 */
const mayReply =
  (requestedModel: string | undefined, caller: Caller, hostModels: readonly string[]) =>
  ({ id, access }: Pick<LlmProvider, 'id' | 'access'>): boolean => {
    if (!mayUseEndpoint(access, caller)) return false
    if (caller.kind !== 'visitor' || requestedModel === undefined || access !== undefined || isFree(id))
      return true
    return hostModels.includes(withoutProvider(requestedModel, id))
  }

/** Returns the name of a model without the id of its provider before it. */
const withoutProvider = (model: string, providerId: string): string =>
  model.startsWith(`${providerId}:`) ? model.slice(providerId.length + 1) : model

/** The model of a reply, and who pays for it. */
export interface ModelAndPayer extends ModelChoice {
  readonly payer: Payer
  /** the caller's budget before the reply; undefined if nothing is limited */
  readonly budget: Budget | undefined
}

export interface ModelSelectionDependencies {
  readonly models: Models
  /** the models of the settings, the primary one first; visitors may name only these */
  readonly hostModels: readonly string[]
  /** called with a caller's own key */
  readonly ownModels: OwnModels
  readonly ledger: Pick<ReplyLedger, 'budget'>
}

type Asked = Pick<ChatRequest, 'model' | 'budget'> & { readonly ownKeys?: OwnKeys | undefined }

/**
 * Selects the model of a reply, and who pays, by the degradation steps of the budget: the requested model; from 90 % the
 * smaller one; and when the allowance or a shared pool is used up, the caller's own key if their plan allows
 * it. Steps that the caller forbids are skipped. The ledger checks whether the reservation fits.
 */
export async function resolveModelAndPayer(
  chatRequest: Asked,
  caller: Caller,
  { models, hostModels, ownModels, ledger }: ModelSelectionDependencies,
): Promise<ModelAndPayer> {
  const forbidden = chatRequest.budget?.forbid ?? []
  const requestedModel = chatRequest.model
  const budget = await ledger.budget(caller, forbidden)
  if (budget?.remainingTokens === 0) assertMayUseOwnKeys(caller, chatRequest.ownKeys ?? {})
  if (budget?.step === 'own-key') {
    const named = requestedModel && ['openai', 'anthropic', 'gemini'].reduce(withoutProvider, requestedModel)
    const own = ownModels.choose(chatRequest.ownKeys ?? {}, named ?? hostModels[0])
    if (own) return { ...own, payer: 'own-key', budget }
  }
  const choice = await chooseModel(requestedModel, caller, { models, hostModels })
  const isSmaller = isInForce('smaller-model', budget, forbidden) && !isFree(choice.provider.id)
  const smaller = isSmaller ? await smallerThan(choice, models, hostModels[1], caller) : undefined
  return { ...(smaller ?? choice), payer: 'platform', budget }
}

/** Returns the host's smaller model; undefined if it is already chosen or no provider serves it. */
async function smallerThan(
  { model }: ModelChoice,
  models: Models,
  secondary: string | undefined,
  caller: Caller,
): Promise<ModelChoice | undefined> {
  if (secondary === undefined || plainModelName(model) === plainModelName(secondary)) return undefined
  return models.choose(secondary, mayReply(undefined, caller, []))
}

/**
 * Returns the wished model, or the preferred one if no provider that the caller may use serves it: `start` names the model
 * that replies. Throws LLM_UNAVAILABLE if there is none.
 */
export async function chooseModel(
  requestedModel: string | undefined,
  caller: Caller,
  { models, hostModels }: Pick<ModelSelectionDependencies, 'models' | 'hostModels'>,
): Promise<ModelChoice> {
  const choose = (model: string | undefined) => models.choose(model, mayReply(model, caller, hostModels))
  const choice = (await choose(requestedModel)) ?? (requestedModel !== undefined && (await choose(undefined)))
  if (!choice) throw new DomainError('LLM_UNAVAILABLE', 'LLM services are unavailable.')
  return choice
}
