import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * File names that whisper.cpp's own download script gives its models; models for voice activity have the same
 * form.
 */
const MODEL = /^ggml-(?!silero).+\.bin$/
const ENGLISH_ONLY = /\.en[.-]/

/**
 * Returns the smallest model in the folders, a multilingual one before an English one; undefined without one.
 */
export async function findModel(folders: readonly string[]): Promise<string | undefined> {
  const lists = await Promise.all(folders.map(modelsIn))
  const [best] = lists
    .flat()
    .toSorted(
      (a, b) =>
        Number(ENGLISH_ONLY.test(a.path)) - Number(ENGLISH_ONLY.test(b.path)) ||
        a.size - b.size ||
        a.path.localeCompare(b.path),
    )
  return best?.path
}

async function modelsIn(folder: string) {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => MODEL.test(name)).map((name) => join(folder, name))
  return Promise.all(
    files.map(async (path) => ({
      path,
      size: await stat(path).then(
        (file) => file.size,
        () => Infinity,
      ),
    })),
  )
}
