import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { TokenUsage } from '@vee/contract/entities/message'
import {
  type LiveModel,
  type LiveModelUsage,
  tokenUsageOf,
} from '#providers/speech/live-models/live-model.ts'
import { liveTimePrice, liveUsagePrice } from '#providers/speech/live-models/live-model-prices.ts'
import { inBackground } from '#lib/background.ts'
import type { Caller } from '../../accounts/index.ts'
import type { Ledger, LiveUnits, Reservation } from '../../money/ledger/index.ts'
import { DomainError } from '../../errors/domain-error.ts'

/** Conversation that is reserved at a time, in seconds. */
const BLOCK_SECONDS = 15
/** The next block is reserved when so much of the current one is used, so that the conversation does not wait. */
const RESERVE_AT = 0.5
const TICK_MS = 250
const MIN_TICK_MS = 10
const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

export interface LivePaymentOptions {
  readonly ledger: Pick<Ledger, 'reserve' | 'allowance'>
  readonly model: Pick<LiveModel, 'provider' | 'model' | 'price'>
  readonly caller: Caller
  readonly agentId: AgentId
  readonly conversationId: string
  /** called once when nothing pays for another block: `secondsLeft` of the current one are paid, about */
  readonly onLastBlock: (secondsLeft: number) => void
  /** called once when the last block is used up */
  readonly onUsedUp: (error: DomainError) => void
  /** milliseconds of a monotonic clock */
  readonly elapsed?: () => number
}

/** A reserved part: fewer seconds than usual where the pool has no more. */
interface ReservedBlock {
  readonly reservation: Reservation
  readonly seconds: number
  readonly microUsd: number
}

interface Block extends ReservedBlock {
  /** what was spent and the time when it began */
  readonly fromMicroUsd: number
  readonly fromSeconds: number
}

/**
 * Pays for a conversation with a live model in blocks: each is reserved before it begins and settled with what the vendor
 * billed by its end.
 */
export class LivePayment {
  readonly #options: LivePaymentOptions
  readonly #elapsed: () => number
  readonly #startedAt: number
  #currentBlock: Block
  #next: ReservedBlock | undefined
  #isReserving = false
  #lastError: DomainError | undefined
  #isOver = false
  /** of blocks that ended, and of the current one */
  #billedMicroUsd = 0
  #billedSeconds = 0
  /** audio of replies that the vendor has not billed yet, in seconds */
  #unbilledSeconds = 0
  #isEstimated = false
  #tokens = NO_TOKENS

  /** Reserves the first block. Throws the codes of `Ledger.reserve`. */
  static async open(options: LivePaymentOptions): Promise<LivePayment> {
    return new LivePayment(options, await reserve(options))
  }

  private constructor(options: LivePaymentOptions, firstBlock: ReservedBlock) {
    this.#options = options
    this.#elapsed = options.elapsed ?? (() => performance.now())
    this.#startedAt = this.#elapsed()
    this.#currentBlock = { ...firstBlock, fromMicroUsd: 0, fromSeconds: 0 }
  }

  get seconds(): number {
    return (this.#elapsed() - this.#startedAt) / 1_000
  }

  get costUsd(): number {
    return this.#spentMicroUsd / 1_000_000
  }

  /** Called with what the vendor billed. */
  addUsage(usage: LiveModelUsage): void {
    if (this.#isOver) return
    const { microUsd, isEstimated } = liveUsagePrice(this.#options.model.price, usage)
    this.#isEstimated ||= isEstimated
    if (usage.by === 'seconds') this.#billedSeconds += usage.seconds
    else this.#billedMicroUsd += microUsd
    if (usage.by === 'tokens') {
      this.#unbilledSeconds = 0
      this.#tokens = sumOf(this.#tokens, tokenUsageOf(usage.tokens))
    }
    this.tick()
  }

  /** Called with the duration of audio that the vendor will bill. */
  expect(seconds: number): void {
    this.#unbilledSeconds += seconds
  }

  /** Reserves the next block, changes to it, or ends. */
  tick(): void {
    if (this.#isOver) return
    const used = this.#usedOfBlock()
    if (used >= 1 && this.#next) this.#change(this.#next)
    else if (used >= 1 && this.#lastError) {
      const error = this.#lastError
      inBackground('live model paid', this.close())
      this.#options.onUsedUp(error)
    } else if (used >= RESERVE_AT && !this.#next && !this.#isReserving && !this.#lastError)
      inBackground('live model paid', this.#reserveNext())
  }

  /** Returns the time after which `tick` is due, in ms. */
  get nextTickMs(): number {
    const left = (1 - this.#usedOfBlock()) * this.#currentBlock.seconds * 1_000
    return Math.max(MIN_TICK_MS, Math.min(TICK_MS, left))
  }

  /** Settles what was used. */
  async close(): Promise<void> {
    if (this.#isOver) return
    const units = this.#unitsOfBlock()
    this.#isOver = true
    await Promise.all([
      this.#currentBlock.reservation.settle(units.seconds > 0 ? units : undefined),
      this.#next?.reservation.settle(undefined),
    ])
  }

  /** Vendors that bill time do so from the start of the session. */
  get #spentMicroUsd(): number {
    const { price } = this.#options.model
    if (price === 'free') return 0
    if ('perMinuteUsd' in price)
      return liveTimePrice(price, Math.max(this.seconds, this.#billedSeconds)).microUsd
    return this.#billedMicroUsd + liveTimePrice(price, this.#unbilledSeconds).microUsd
  }

  /** Returns the used part of the current block: of its price, or of its time where nothing is billed. */
  #usedOfBlock(): number {
    const { fromMicroUsd, fromSeconds, seconds, microUsd } = this.#currentBlock
    if (microUsd === 0) return (this.seconds - fromSeconds) / seconds
    const ofTime = this.seconds - fromSeconds >= BLOCK_SECONDS ? 1 : 0
    return Math.max(ofTime, (this.#spentMicroUsd - fromMicroUsd) / microUsd)
  }

  #unitsOfBlock(): LiveUnits {
    const { fromMicroUsd, fromSeconds } = this.#currentBlock
    const units: LiveUnits = {
      kind: 'live',
      seconds: this.seconds - fromSeconds,
      tokens: this.#tokens,
      price: { microUsd: Math.max(0, this.#spentMicroUsd - fromMicroUsd), isEstimated: this.#isEstimated },
    }
    this.#tokens = NO_TOKENS
    return units
  }

  /** What exceeds the block belongs to the next one, so that it is reserved too. */
  #change(nextBlock: ReservedBlock): void {
    const { reservation, fromMicroUsd, microUsd: reserved } = this.#currentBlock
    const { price, ...units } = this.#unitsOfBlock()
    const microUsd = Math.min(price.microUsd, reserved)
    this.#currentBlock = { ...nextBlock, fromMicroUsd: fromMicroUsd + microUsd, fromSeconds: this.seconds }
    this.#next = undefined
    inBackground('live model paid', reservation.settle({ ...units, price: { ...price, microUsd } }))
    this.tick()
  }

  async #reserveNext(): Promise<void> {
    this.#isReserving = true
    try {
      const next = await reserve(this.#options)
      if (this.#isOver) await next.reservation.settle(undefined)
      else this.#next = next
    } catch (error) {
      // The pool has not enough left for a block: what is reserved is the last.
      this.#lastError = errorOfBlock(error)
      if (!this.#isOver)
        this.#options.onLastBlock(Math.max(0, (1 - this.#usedOfBlock()) * this.#currentBlock.seconds))
    } finally {
      this.#isReserving = false
    }
    this.tick()
  }
}

/** Where only the current block is in the way of the next one, the pool is used up. */
function errorOfBlock(error: unknown): DomainError {
  if (!(error instanceof DomainError))
    return new DomainError('UNAVAILABLE', 'The conversation cannot be accounted for.', { cause: error })
  return error.code === 'RATE_LIMITED' && !error.rateLimit
    ? new DomainError('SPEECH_CREDITS_EXHAUSTED', "Today's speech credits are used up.", { cause: error })
    : error
}

/** Reserves a block, or what the pools have left: a reservation may exceed a pool by its own amount. */
async function reserve({
  ledger,
  model,
  caller,
  agentId,
  conversationId,
}: LivePaymentOptions): Promise<ReservedBlock> {
  const blockPrice = liveTimePrice(model.price, BLOCK_SECONDS)
  const allowance = blockPrice.microUsd > 0 ? await ledger.allowance(caller, 'live') : undefined
  // With nothing left the ledger reports why.
  const fraction =
    allowance && allowance.remaining > 0 ? Math.min(1, allowance.remaining / blockPrice.microUsd) : 1
  const seconds = BLOCK_SECONDS * fraction
  const price = { ...blockPrice, microUsd: Math.floor(blockPrice.microUsd * fraction) }
  const reservation = await ledger.reserve({
    caller,
    provider: model.provider.id,
    model: model.model,
    agentId,
    conversationId,
    expected: { kind: 'live', seconds, tokens: NO_TOKENS, price },
  })
  return { reservation, seconds, microUsd: price.microUsd }
}

const sumOf = (left: TokenUsage, right: TokenUsage): TokenUsage => ({
  promptTokens: left.promptTokens + right.promptTokens,
  completionTokens: left.completionTokens + right.completionTokens,
  totalTokens: left.totalTokens + right.totalTokens,
  cachedTokens: (left.cachedTokens ?? 0) + (right.cachedTokens ?? 0),
})
