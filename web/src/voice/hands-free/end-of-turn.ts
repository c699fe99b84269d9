import { completenessOf, type Completeness } from '../words/completeness.ts'
import {
  COMPLETE_AFTER_MS,
  DECIDED_AFTER_MS,
  DECIDED_END,
  DICTATED_AFTER_MS,
  EXPECTED_END,
  FALLING_AFTER_MS,
  LEVEL_EXTRA_MS,
  MODEL_COMPLETE,
  MODEL_OPEN,
  OPEN_EXTRA_MS,
  endpointingDelay,
  type EndpointingOptions,
} from './endpointing.ts'
import type { HandsFreeState } from './hands-free-state.ts'
import type { FinalPitch } from './prosody.ts'

type Pausing = Extract<HandsFreeState, { phase: 'pausing' }>

/**
 * The configured times are the maximum. Complete words end a turn sooner, once all of them are transcribed;
 * after a statement the speaker gets the time of their own pauses.
 */
export function endOfTurn(
  { mode, silentSince, turn, finalPitch, judgement }: Pausing,
  endpointing: EndpointingOptions,
  language: string,
): { readonly at: number; readonly reason: string } {
  const longest = silentSince + endpointingDelay(mode, endpointing, turn.text !== '')
  if (!endpointing.smartEnd || turn.untranscribed.length > 0) return { at: longest, reason: 'silence-limit' }
  const completeness = completenessOf(turn.text, language)
  const isReviewed = mode === 'continuous' && !endpointing.autoSend
  const isDictated = completeness === 'dictated'
  const open = endpointing.statementEndMs + OPEN_EXTRA_MS
  const delays = {
    statement: statementDelay(finalPitch, endpointing),
    // Words that are reviewed cost nothing by waiting.
    open: isReviewed ? Infinity : isDictated ? Math.min(open, DICTATED_AFTER_MS) : open,
  }
  const words = isDictated ? 'open' : completeness
  const delay =
    judgement?.by === 'turn-model'
      ? modelledDelay(words, judgement.probability, delays)
      : delayByTranscriber(words, judgement?.probability ?? 0, delays)
  const judges = [completeness, ...(judgement ? [judgement.by] : finalPitch ? [finalPitch] : [])]
  return { at: Math.min(longest, silentSince + delay), reason: judges.join(' by ') }
}

/** Silence after statements and after open words, in ms. */
interface EndDelays {
  readonly statement: number
  readonly open: number
}

/** @param probability a transcriber's, that the turn has ended */
function delayByTranscriber(
  completeness: Exclude<Completeness, 'dictated'>,
  probability: number,
  { statement, open }: EndDelays,
): number {
  // Where engine and words disagree, the speaker gets the time of a statement.
  if (probability >= DECIDED_END) return completeness === 'open' ? statement : DECIDED_AFTER_MS
  switch (completeness) {
    case 'complete':
      return COMPLETE_AFTER_MS
    case 'statement':
      return probability >= EXPECTED_END ? Math.min(statement, FALLING_AFTER_MS) : statement
    case 'open':
      return open
  }
}

/** Where the turn model and the words contradict each other, the speaker gets the time of a statement. */
function modelledDelay(
  completeness: Exclude<Completeness, 'dictated'>,
  probability: number,
  { statement, open }: EndDelays,
): number {
  switch (completeness) {
    case 'complete':
      return probability < MODEL_OPEN ? statement : COMPLETE_AFTER_MS
    case 'statement':
      if (probability >= MODEL_COMPLETE) return Math.min(statement, FALLING_AFTER_MS)
      return probability < MODEL_OPEN ? open : statement
    case 'open':
      return probability >= DECIDED_END ? statement : open
  }
}

function statementDelay(finalPitch: FinalPitch | undefined, { statementEndMs }: EndpointingOptions): number {
  if (finalPitch === 'falling') return FALLING_AFTER_MS
  return finalPitch === 'level' ? statementEndMs + LEVEL_EXTRA_MS : statementEndMs
}
