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
