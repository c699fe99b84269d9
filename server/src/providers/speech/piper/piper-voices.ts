import type { Dirent } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'

/** A voice of Piper: a model and its description next to it. */
export interface PiperVoice {
  /** the model's file name without its extension, such as `en_US-lessac-medium` */
  readonly id: string
  readonly modelFile: string
  /** canonical BCP 47 */
  readonly lang: string
  /** in Hz */
  readonly sampleRate: number
}

/** The part of `<model>.onnx.json` that is used. Older files name the language by espeak-ng's voice only. */
const description = z.object({
  audio: z.object({ sample_rate: z.int().min(8_000).max(48_000) }),
  language: z.object({ code: z.string().max(20) }).optional(),
  espeak: z.object({ voice: z.string().max(20) }).optional(),
})

const ENDING = '.onnx'
const MAX_DESCRIPTION_BYTES = 1024 * 1024
const MAX_VOICES = 128
/** Maximum depth of folders: Piper's own repository has `en/en_US/lessac/medium/<voice>.onnx`. */
const MAX_DEPTH = 5

/** Returns the voices in the folders, by id. Of two with the same id the first folder's is used. */
export async function findPiperVoices(folders: readonly string[]): Promise<readonly PiperVoice[]> {
  const voices = new Map<string, PiperVoice>()
  for (const folder of folders) {
    for (const modelFile of await modelsIn(folder, MAX_DEPTH)) {
      const voice = voices.size < MAX_VOICES ? await voiceOf(modelFile) : undefined
      if (voice && !voices.has(voice.id)) voices.set(voice.id, voice)
    }
  }
  return [...voices.values()].toSorted((a, b) => a.id.localeCompare(b.id))
}

async function modelsIn(folder: string, depth: number): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries.filter(({ name }) => name.endsWith(ENDING)).map(({ name }) => join(folder, name))
  const folders = depth > 1 ? entries.filter((entry) => entry.isDirectory()) : []
  const deeper = await Promise.all(folders.map(({ name }) => modelsIn(join(folder, name), depth - 1)))
  return [...files, ...deeper.flat()].slice(0, MAX_VOICES)
}

async function voiceOf(modelFile: string): Promise<PiperVoice | undefined> {
  try {
    const file = `${modelFile}.json`
    if ((await stat(file)).size > MAX_DESCRIPTION_BYTES) return undefined
    const { audio, language, espeak } = description.parse(JSON.parse(await readFile(file, 'utf8')))
    const tag = language?.code ?? espeak?.voice
    if (tag === undefined) return undefined
    return {
      id: basename(modelFile, ENDING),
      modelFile,
      lang: new Intl.Locale(tag.replace('_', '-')).toString(),
      sampleRate: audio.sample_rate,
    }
  } catch {
    // A model without its description, or with a damaged one, cannot be used.
    return undefined
  }
}
