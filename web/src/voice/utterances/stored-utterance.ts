import type { Utterance, UtteranceProgress } from './utterance.ts'

type ProgressOf<State extends UtteranceProgress['state']> = Extract<UtteranceProgress, { state: State }>

/**
 * The progress of an utterance as the database contains it. `hearing` is `transcribing` and `heard` is `transcribed`: the
 * stored names never change. So the utterances of earlier versions are offered to their user, and an earlier version, in
 * another tab or after a rollback, offers those of this one.
 */
type StoredProgress =
  | Exclude<UtteranceProgress, { state: 'transcribing' | 'transcribed' }>
  | { readonly state: 'hearing' }
  | ({ readonly state: 'heard' } & Omit<ProgressOf<'transcribed'>, 'state'>)

/** An utterance as a row of the database. */
export interface StoredUtterance extends Omit<Utterance, 'progress'> {
  readonly progress: StoredProgress
}

export function toStoredUtterance({ progress, ...utterance }: Utterance): StoredUtterance {
  if (progress.state === 'transcribing') return { ...utterance, progress: { state: 'hearing' } }
  if (progress.state === 'transcribed') return { ...utterance, progress: { ...progress, state: 'heard' } }
  return { ...utterance, progress }
}

export function fromStoredUtterance({ progress, ...utterance }: StoredUtterance): Utterance {
  if (progress.state === 'hearing') return { ...utterance, progress: { state: 'transcribing' } }
  if (progress.state === 'heard') return { ...utterance, progress: { ...progress, state: 'transcribed' } }
  return { ...utterance, progress }
}
