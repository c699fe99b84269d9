import type { BendingStep } from '@vee/contract/entities/budget'
import { ttsPrice } from '#providers/prices.ts'
import type { Caller } from '../accounts/index.ts'
import {
  isInForce,
  mayUseOwnKeys,
  type OwnKeys,
  type Payer,
  assertMayUseOwnKeys,
  type Reservation,
} from '../ledger/index.ts'
import { DomainError } from '../domain-error.ts'
import type { SpeechLedger } from './ports.ts'

/** Who pays for a use of speech, as its caller wishes. */
export interface SpeechPayment {
  readonly caller: Caller
  readonly ownKeys?: OwnKeys | undefined
  /** steps of the bending budget that the caller does not want */
  readonly forbidden?: readonly BendingStep[] | undefined
}

interface Paid<P> {
  readonly provider: P
  readonly payer: Payer
  readonly account: Reservation
}

type SpeechUnits =
  | { readonly kind: 'stt'; readonly seconds: number }
  | { readonly kind: 'tts'; readonly characters: number }

/**
 * Takes room for a use of speech: from the caller's credits, else from their own key where their plan has that. Refuses with
 * SPEECH_CREDITS_EXHAUSTED when neither pays, and when the budget has bent so far that the browser is to speak.
 */
export async function payForSpeech<P extends { readonly id: string; readonly model: string }>(
  ledger: SpeechLedger,
  { provider, ownProvider }: { readonly provider: P; readonly ownProvider: P | undefined },
  expected: SpeechUnits,
  { caller, ownKeys = {}, forbidden = [] }: SpeechPayment,
): Promise<Paid<P>> {
  const mayPay = mayUseOwnKeys(caller) && !forbidden.includes('own-key')
  const pay = async (asked: P, payer: Payer, hasOwnKey = false): Promise<Paid<P>> => {
    const use = { caller, provider: asked.id, model: asked.model, expected, payer, hasOwnKey }
    return { provider: asked, payer, account: await ledger.reserve(use) }
  }
  try {
    await assertServerVoiceAllowed(ledger, provider, expected, { caller, forbidden })
    return await pay(provider, 'platform', ownProvider !== undefined && mayPay)
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || refusal.code !== 'SPEECH_CREDITS_EXHAUSTED') throw refusal
    assertMayUseOwnKeys(caller, ownKeys)
    if (ownProvider === undefined || !mayPay || isClosed(refusal)) throw refusal
    return await pay(ownProvider, 'own-key')
  }
}

/** Whether an organization wants its members to stop where its pool ends, whatever key they have. */
const isClosed = ({ details }: DomainError) =>
  typeof details === 'object' &&
  details !== null &&
  'mayUseOwnKey' in details &&
  details.mayUseOwnKey === false

/** A voice that costs nothing goes on speaking. */
async function assertServerVoiceAllowed(
  ledger: SpeechLedger,
  { id, model }: { readonly id: string; readonly model: string },
  expected: SpeechUnits,
  { caller, forbidden }: { readonly caller: Caller; readonly forbidden: readonly BendingStep[] },
): Promise<void> {
  if (expected.kind !== 'tts' || ttsPrice(id, model, expected.characters).microUsd === 0) return
  const budget = await ledger.budget(caller, forbidden)
  if (!isInForce('browser-voice', budget, forbidden)) return
  throw new DomainError(
    'SPEECH_CREDITS_EXHAUSTED',
    "Today's allowance is nearly used up, so the browser's own voice reads from here on.",
    { details: { resetsAt: budget?.resetsAt, mayUseOwnKey: mayUseOwnKeys(caller) } },
  )
}
