import type { DegradationStep } from '@vee/contract/entities/budget'
import { ProviderFailure } from '#providers/failure.ts'
import { ttsPrice } from '#providers/speech/speech-prices.ts'
import type { Caller } from '../../accounts/index.ts'
import {
  isInForce,
  mayUseOwnKeys,
  type OwnKeys,
  type Payer,
  assertMayUseOwnKeys,
  type Reservation,
} from '../../money/ledger/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { SpeechLedger } from './ports.ts'

/** The payer of a use of speech, as the caller requests. */
export interface SpeechPayment {
  readonly caller: Caller
  readonly ownKeys?: OwnKeys | undefined
  /** degradation steps that the caller rejects */
  readonly forbidden?: readonly DegradationStep[] | undefined
}

interface Paid<P> {
  readonly provider: P
  readonly payer: Payer
  readonly reservation: Reservation
}

type SpeechUnits =
  | { readonly kind: 'stt'; readonly seconds: number }
  | { readonly kind: 'tts'; readonly characters: number }

/**
 * Reserves a use of speech: from the caller's credits, else with their own key if their plan allows it.
 * Throws SPEECH_CREDITS_EXHAUSTED if neither pays, and if the budget is at the step where the browser speaks.
 */
export async function payForSpeech<P extends { readonly id: string; readonly model: string }>(
  ledger: SpeechLedger,
  { provider, ownProvider }: { readonly provider: P; readonly ownProvider: P | undefined },
  expectedUnits: SpeechUnits,
  { caller, ownKeys = {}, forbidden = [] }: SpeechPayment,
): Promise<Paid<P>> {
  const mayPay = mayUseOwnKeys(caller) && !forbidden.includes('own-key')
  const pay = async (payee: P, payer: Payer, hasOwnKey = false): Promise<Paid<P>> => {
    const use = { caller, provider: payee.id, model: payee.model, expected: expectedUnits, payer, hasOwnKey }
    return { provider: payee, payer, reservation: await ledger.reserve(use) }
  }
  try {
    await assertServerVoiceAllowed(ledger, provider, expectedUnits, { caller, forbidden })
    return await pay(provider, 'platform', ownProvider !== undefined && mayPay)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'SPEECH_CREDITS_EXHAUSTED') throw error
    assertMayUseOwnKeys(caller, ownKeys)
    if (ownProvider === undefined || !mayPay || isClosed(error)) throw error
    return await pay(ownProvider, 'own-key')
  }
}

/**
 * Calls a provider with what was reserved. If it fails, the reservation is released, unless the caller broke off after the
 * request was sent: vendors bill what they were sent, so the expected units are charged. Rethrows the failure.
 */
export async function callPaid<R>(
  reservation: Reservation,
  expectedUnits: SpeechUnits,
  signal: AbortSignal,
  call: () => Promise<R>,
): Promise<R> {
  let isSent = false
  try {
    signal.throwIfAborted()
    isSent = true
    return await call()
  } catch (error) {
    const isOwed = isSent && signal.aborted && !isAnswer(error)
    await reservation.settle(isOwed ? expectedUnits : undefined)
    throw error
  }
}

/** Returns whether the vendor itself answered with an error, for which it bills nothing. */
const isAnswer = (error: unknown): boolean => error instanceof ProviderFailure && error.status !== undefined

/** Returns whether an organization stops its members at the end of the pool, even with their own key. */
const isClosed = ({ details }: DomainError) =>
  typeof details === 'object' &&
  details !== null &&
  'mayUseOwnKey' in details &&
  details.mayUseOwnKey === false

/** Throws unless the server's voice is allowed; always allows a voice without costs. */
async function assertServerVoiceAllowed(
  ledger: SpeechLedger,
  { id, model }: { readonly id: string; readonly model: string },
  expectedUnits: SpeechUnits,
  { caller, forbidden }: { readonly caller: Caller; readonly forbidden: readonly DegradationStep[] },
): Promise<void> {
  if (expectedUnits.kind !== 'tts' || ttsPrice(id, model, expectedUnits.characters).microUsd === 0) return
  const budget = await ledger.budget(caller, forbidden)
  if (!isInForce('browser-voice', budget, forbidden)) return
  throw new DomainError(
    'SPEECH_CREDITS_EXHAUSTED',
    "Today's allowance is nearly used up, so the browser's own voice reads from here on.",
    { details: { resetsAt: budget?.resetsAt, mayUseOwnKey: mayUseOwnKeys(caller) } },
  )
}
