import { downloadBytes, type DownloadableModel } from '../../local-models/downloadable-model.ts'
import type { CatalogueModel } from './catalogue.ts'
import { spokenLanguages, type VoiceModel } from './voice-models.ts'

export interface Machine {
  /** ISO 639-1 codes of the users' languages */
  readonly languages: readonly string[]
  /** memory of the machine, in bytes */
  readonly memoryBytes: number
  /** processors of the machine */
  readonly cores: number
}

export interface RecommendedModels {
  /** one recognition model for all of the languages; undefined when none fits */
  readonly stt: CatalogueModel | undefined
  /** voices that together speak as many of the languages as possible, best first */
  readonly tts: readonly VoiceModel[]
}

/** Maximum fraction of the machine's memory for one model. */
const MEMORY_SHARE = 1 / 4
/** Memory of the engine itself, in bytes. */
const ENGINE_BYTES = 150_000_000
/** Recognisers of this size and more are slower than speech with fewer processors than `MANY_CORES`. */
const LARGE_BYTES = 300_000_000
const MANY_CORES = 4

/**
 * Returns the estimated memory of a loaded model, in bytes: its weights, the same amount for its computation,
 * and the engine.
 */
export const estimatedMemory = (model: Pick<DownloadableModel, 'files'>): number =>
  2 * downloadBytes(model) + ENGINE_BYTES

/**
 * Returns models for a machine: never one whose licence does not plainly allow commercial use. The largest
 * recognition model that supports all languages and fits is the best; voices are in the catalogue's order of
 * preference.
 */
export function recommendedModels(
  { languages, memoryBytes, cores }: Machine,
  models: readonly CatalogueModel[],
  voices: readonly VoiceModel[],
): RecommendedModels {
  const fits = (model: DownloadableModel & Pick<CatalogueModel, 'commercialUse'>) =>
    (model.commercialUse ?? 'allowed') === 'allowed' && estimatedMemory(model) <= memoryBytes * MEMORY_SHARE
  const [stt] = models
    .filter(fits)
    .filter((model) => languages.every((language) => model.languages?.includes(language) ?? true))
    .filter((model) => cores >= MANY_CORES || downloadBytes(model) < LARGE_BYTES)
    .toSorted((a, b) => downloadBytes(b) - downloadBytes(a))
  const missing = new Set(languages)
  const tts = voices.filter(fits).filter((model) => {
    const spoken = spokenLanguages(model).filter((language) => missing.delete(language))
    return spoken.length > 0
  })
  return { stt, tts }
}
