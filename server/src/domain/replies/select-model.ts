import type { Budget } from '@vee/contract/entities/budget'
import type { ChatRequest } from '@vee/contract/http/chat'
import { isFree, plainModelName } from '#providers/prices.ts'
import type { Caller } from '../accounts/index.ts'
import { isInForce, type OwnKeys, type Payer, assertMayUseOwnKeys } from '../ledger/index.ts'
import { DomainError } from '../domain-error.ts'
import { mayChooseModel } from './policy.ts'
import type { ModelChoice, Models, OwnModels, ReplyLedger } from './ports.ts'

/** What a reply is made with, and who pays for it. */
export interface ModelAndPayer extends ModelChoice {
  readonly payer: Payer
  /** where the caller stands before the reply; undefined where nothing is limited */
  readonly budget: Budget | undefined
}

export interface ModelSelectionDependencies {
  readonly models: Models
  /** the models that the host chose, the primary one first: the ones that a visitor may name */
  readonly hostModels: readonly string[]
  /** asked with a caller's own key */
  readonly ownModels: OwnModels
  readonly ledger: Pick<ReplyLedger, 'budget'>
}

type Asked = Pick<ChatRequest, 'model' | 'budget'> & { readonly ownKeys?: OwnKeys | undefined }

/**
 * The model for a reply, as the budget bends: the one that was wished for, from 90 % on the smaller one, and when nothing
 * is left, or nothing of a shared pool, the caller's own key where their plan has that. Steps that the caller forbids are left out. Whether there is room
 * at all is the ledger's to say.
 */
export async function resolveModelAndPayer(
  ask: Asked,
  caller: Caller,
  { models, hostModels, ownModels, ledger }: ModelSelectionDependencies,
): Promise<ModelAndPayer> {
  const forbidden = ask.budget?.forbid ?? []
  const wished = wishOf(ask, caller, hostModels)
  const budget = await ledger.budget(caller, forbidden)
  if (budget?.remainingTokens === 0) assertMayUseOwnKeys(caller, ask.ownKeys ?? {})
  if (budget?.step === 'own-key') {
    const own = ownModels.choose(ask.ownKeys ?? {}, wished ?? hostModels[0])
    if (own) return { ...own, payer: 'own-key', budget }
  }
  const choice = await chooseModel(models, wished)
  const isSmaller = isInForce('smaller-model', budget, forbidden) && !isFree(choice.provider.id)
  const smaller = isSmaller ? await smallerThan(choice, models, hostModels[1]) : undefined
  return { ...(smaller ?? choice), payer: 'platform', budget }
}

/** The host's smaller model, unless it is asked already or nobody serves it. */
async function smallerThan(
  { model }: ModelChoice,
  models: Models,
  secondary: string | undefined,
): Promise<ModelChoice | undefined> {
  if (secondary === undefined || plainModelName(model) === plainModelName(secondary)) return undefined
  return models.choose(secondary)
}

/** The model that the caller named, where they may choose it. */
export function wishOf(
  { model }: Pick<ChatRequest, 'model'>,
  caller: Caller,
  hostModels: readonly string[],
): string | undefined {
  return model !== undefined && mayChooseModel(model, caller, hostModels) ? model : undefined
}

/** A model is a wish: when nobody serves it the preferred one answers, and `start` says which that is. */
export async function chooseModel(models: Models, wished: string | undefined): Promise<ModelChoice> {
  const choice = (await models.choose(wished)) ?? (wished !== undefined && (await models.choose(undefined)))
  if (!choice) throw new DomainError('LLM_UNAVAILABLE', 'LLM services are unavailable.')
  return choice
}
