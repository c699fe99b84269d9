import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeImaAdpcm } from './ima-adpcm.ts'

const FOLDER = join(import.meta.dirname, '../../e2e/audio/corpus/listening')

export type UtteranceKind =
  | 'backchannel'
  | 'answer'
  | 'finished'
  | 'open'
  | 'paused'
  | 'correction'
  | 'number'
  | 'interruption'
  | 'command'
  | 'wake'
  | 'nearMiss'
  | 'radio'
  | 'reply'

export interface CorpusUtterance {
  readonly id: string
  readonly language: string
  readonly kind: UtteranceKind
  readonly voice: string
  /** the utterance without the pauses between its parts */
  readonly parts: readonly { readonly text: string; readonly samples: Float32Array }[]
}

interface Label extends Omit<CorpusUtterance, 'parts'> {
  readonly parts: readonly { readonly text: string; readonly from: number; readonly to: number }[]
}

/** A wake word, said three times alone by the voice that calls it in an utterance. */
export interface WakeWordTakes {
  readonly language: string
  readonly voice: string
  readonly phrase: string
  readonly takes: readonly Float32Array[]
}

interface TakesLabel extends Omit<WakeWordTakes, 'takes'> {
  readonly takes: readonly { readonly from: number; readonly to: number }[]
}

/** Returns the takes of the wake words, made by `npm run audio -- wake-words`. */
export function loadTakes(): readonly WakeWordTakes[] {
  const labels = JSON.parse(readFileSync(join(FOLDER, 'takes.json'), 'utf8')) as readonly TakesLabel[]
  const sound = decodeImaAdpcm(readFileSync(join(FOLDER, 'takes.wav')))
  return labels.map((label) => ({
    ...label,
    takes: label.takes.map(({ from, to }) => sound.subarray(from, to)),
  }))
}

/** Returns all utterances of the listening corpus, made by `npm run audio -- listening`. */
export function loadCorpus(): readonly CorpusUtterance[] {
  const labels = JSON.parse(readFileSync(join(FOLDER, 'utterances.json'), 'utf8')) as readonly Label[]
  const sounds = new Map<string, Float32Array>()
  return labels.map((label) => {
    const sound =
      sounds.get(label.language) ?? decodeImaAdpcm(readFileSync(join(FOLDER, `${label.language}.wav`)))
    sounds.set(label.language, sound)
    return {
      ...label,
      parts: label.parts.map(({ text, from, to }) => ({ text, samples: sound.subarray(from, to) })),
    }
  })
}
