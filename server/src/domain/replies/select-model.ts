import type { Budget } from '@vee/contract/entities/budget'
import type { ChatRequest } from '@vee/contract/http/chat'
import { isFree, plainModelName } from '#providers/llm/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { isInForce, type OwnKeys, type Payer, assertMayUseOwnKeys } from '../money/ledger/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { ModelChoice, Models, OwnModels, ReplyLedger } from './ports.ts'
import type { LlmProvider } from '#providers/llm/llm.ts'
import { mayUseEndpoint, type OrganizationModels } from '../model-endpoints/index.ts'

/**
 * Returns whether a provider may reply to the caller with the wished model. Visitors are the host's guests: at a provider
 * without rules of access they choose among the models of the settings, and not the most expensive one that it serves.
 */
const isProviderAllowed =
  (requestedModel: string | undefined, caller: Caller, hostModels: readonly string[]) =>
  ({ id, access, organizationId }: LlmProvider): boolean => {
    if (organizationId !== undefined) return true
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
  /** the organization that pays as `organization` */
  readonly organizationId?: string
  /** the caller's budget before the reply; undefined if nothing is limited */
  readonly budget: Budget | undefined
}

export interface ModelSelectionDependencies {
  readonly models: Models
  /** the models of the settings, the primary one first; visitors may name only these */
  readonly hostModels: readonly string[]
  /** absent on a server without organizations */
  readonly organizationModels?: OrganizationModels | undefined
  /** called with a caller's own key */
  readonly ownModels: OwnModels
  readonly ledger: Pick<ReplyLedger, 'budget'>
}

type ModelRequest = Pick<ChatRequest, 'model' | 'budget'> & { readonly ownKeys?: OwnKeys | undefined }

/**
 * Selects the model of a reply, and who pays: an organization at its own endpoint, regardless of the caller's budget;
 * otherwise by the degradation steps of the budget: the requested model; from 90 % the
 * smaller one; and when the allowance or a shared pool is used up, the caller's own key if their plan allows
 * it. Steps that the caller forbids are skipped. The ledger checks whether the reservation fits.
 */
export async function resolveModelAndPayer(
  modelRequest: ModelRequest,
  caller: Caller,
  dependencies: ModelSelectionDependencies,
): Promise<ModelAndPayer> {
  const { models, hostModels, ownModels, ledger } = dependencies
  const forbidden = modelRequest.budget?.forbid ?? []
  const requestedModel = modelRequest.model
  const [budget, choice] = await Promise.all([
    ledger.budget(caller, forbidden),
    findModel(requestedModel, caller, dependencies),
  ])
  const organizationId = choice?.provider.organizationId
  // Its endpoint needs no budget of the host.
  if (choice && organizationId !== undefined)
    return { ...choice, payer: 'organization', organizationId, budget: undefined }
  if (budget?.remainingTokens === 0) assertMayUseOwnKeys(caller, modelRequest.ownKeys ?? {})
  if (budget?.step === 'own-key') {
    const own = ownModels.choose(modelRequest.ownKeys ?? {}, requestedModel ?? hostModels[0])
    if (own) return { ...own, payer: 'own-key', budget }
  }
  if (!choice) throw noModel()
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
  return models.choose(secondary, isProviderAllowed(undefined, caller, []))
}

type ChoosingDependencies = Pick<ModelSelectionDependencies, 'models' | 'hostModels' | 'organizationModels'>

/**
 * Returns the wished model, or the preferred one if no provider that the caller may use serves it: `start` names the model
 * that replies. Throws LLM_UNAVAILABLE if there is none.
 */
export async function chooseModel(
  requestedModel: string | undefined,
  caller: Caller,
  dependencies: ChoosingDependencies,
): Promise<ModelChoice> {
  const choice = await findModel(requestedModel, caller, dependencies)
  if (!choice) throw noModel()
  return choice
}

async function findModel(
  requestedModel: string | undefined,
  caller: Caller,
  { models, hostModels, organizationModels }: ChoosingDependencies,
): Promise<ModelChoice | undefined> {
  const ofOrganizations = (await organizationModels?.providersOf(caller)) ?? []
  const choose = (model: string | undefined) =>
    models.choose(
      model,
      isProviderAllowed(model, caller, hostModels),
      ofOrganizations
        .filter(({ isActive, provider }) => isActive || model?.startsWith(`${provider.id}:`))
        .map(({ provider }) => provider),
    )
  const choice = await choose(requestedModel)
  return choice ?? (requestedModel === undefined ? undefined : choose(undefined))
}

const noModel = () => new DomainError('LLM_UNAVAILABLE', 'LLM services are unavailable.')
