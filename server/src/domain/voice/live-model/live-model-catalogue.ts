import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import type { LiveModelDescription } from '@vee/contract/http/live-models'
import type { LiveModel } from '#providers/speech/live-models/live-model.ts'
import { liveTimePrice } from '#providers/speech/live-models/live-model-prices.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Ledger } from '../../money/ledger/index.ts'
import { DomainError } from '../../errors/domain-error.ts'

/** The callers to whom the host offers live models that send a bill. */
type LiveModelAccess = 'members' | 'everyone'

export interface LiveModelCatalogueDependencies {
  /** in order of preference; empty: none is offered */
  readonly models: readonly LiveModel[]
  readonly access: LiveModelAccess
  /** longest conversation that the host allows, in seconds */
  readonly maxSeconds: number
  readonly ledger: Pick<Ledger, 'allowance'>
}

/** The live models of this server. */
export interface LiveModelCatalogue {
  /** Returns the models that the host has, and what the caller may still spend. */
  list(caller: Caller): Promise<{
    readonly items: LiveModelDescription[]
    readonly remainingUsd: number | null
  }>
  /**
   * Returns the model with that id, default: the first. Throws NOT_FOUND if there is none, and UNAUTHORIZED for visitors to
   * whom it is not offered.
   */
  choose(id: string | undefined, caller: Caller): LiveModel
}

export function createLiveModelCatalogue({
  models,
  access,
  maxSeconds,
  ledger,
}: LiveModelCatalogueDependencies): LiveModelCatalogue {
  const isForMembers = (model: LiveModel) => access === 'members' && model.price !== 'free'
  return {
    async list(caller) {
      // Without a live model no page asks what is left.
      const allowance = models.length > 0 ? await ledger.allowance(caller, 'tts') : undefined
      const describe = (model: LiveModel): LiveModelDescription => {
        const minute = liveTimePrice(model.price, 60)
        const isUsedUp = allowance?.remaining === 0 && minute.microUsd > 0
        const needsSignIn = caller.kind === 'visitor' && isForMembers(model)
        return {
          id: model.id,
          name: model.model,
          provider: model.provider,
          location: model.location,
          price: { perMinuteUsd: minute.microUsd / MICRO_USD_PER_USD, isEstimated: minute.isEstimated },
          maxSeconds: Math.min(model.maxSeconds, maxSeconds),
          voices: [...model.voices],
          usesTools: model.usesTools,
          locked: needsSignIn ? 'sign-in' : isUsedUp ? 'allowance' : null,
        }
      }
      return {
        items: models.map(describe),
        remainingUsd: allowance ? allowance.remaining / MICRO_USD_PER_USD : null,
      }
    },
    choose(id, caller) {
      const model = id === undefined ? models[0] : models.find((candidate) => candidate.id === id)
      if (!model) throw new DomainError('NOT_FOUND', 'This server has no such live model.')
      if (caller.kind === 'visitor' && isForMembers(model))
        throw new DomainError('UNAUTHORIZED', 'Sign in to talk to a live model.')
      return model
    },
  }
}
