import { wavHeader } from '@vee/contract/audio/wav-header'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import { isSilent } from '../detect/level.ts'
import type { Utterance, UtterancePart } from './utterance.ts'

/** Shorter audio contains no word, in seconds. */
const SHORTEST_SECONDS = 0.5

/**
 * Recovers recordings of spoken messages after a crash or a closed page, from their stored chunks. Chunks without a word are
 * skipped.
 *
 * @param parts in any order
 */
export function recoverUtterances(parts: readonly UtterancePart[]): readonly Utterance[] {
  return [...Map.groupBy(parts, ({ utteranceId }) => utteranceId).values()].flatMap((own) => {
    const utterance = recoverUtterance(own)
    return utterance ? [utterance] : []
  })
}

function recoverUtterance(parts: readonly UtterancePart[]): Utterance | undefined {
  const inOrder = parts.toSorted((one, other) => one.index - other.index)
  const [first] = inOrder
  const samples = inOrder.reduce((sum, part) => sum + part.samples.length, 0)
  const durationSeconds = samples / CAPTURE_SAMPLE_RATE
  if (!first || durationSeconds < SHORTEST_SECONDS) return undefined
  if (isSilent(Math.max(...inOrder.map(({ loudestLevel }) => loudestLevel)))) return undefined
  const { utteranceId, createdAt, agentId, conversationId, owner } = first
  const sound = [wavHeader(2 * samples, CAPTURE_SAMPLE_RATE), ...inOrder.map((part) => part.samples)]
  return {
    id: utteranceId,
    audio: new Blob(sound, { type: 'audio/wav' }),
    createdAt,
    durationSeconds,
    agentId,
    conversationId,
    owner,
    progress: { state: 'recorded' },
  }
}
