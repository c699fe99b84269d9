import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { StartFailure } from '#lib/start-failure.ts'

/** Path of a file within the folder of its model: never outside of it. */
const relativePath = z
  .string()
  .max(300)
  .regex(/^(?!.*\.\.)[\w.][\w./-]*$/, 'must be a path inside the folder of the model')

const modelFile = z.object({
  path: relativePath,
  /** bytes */
  size: z.number().int().positive(),
  sha256: z.string().regex(/^[\da-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
})

/**
 * A model at a hub with the addresses of Hugging Face: `{hub}/{repository}/resolve/{revision}/{path}`.
 */
export const downloadableModel = z.object({
  id: z.string().regex(/^[a-z\d][a-z\d-]{0,50}$/, 'must be lower-case letters, digits and hyphens'),
  /** the displayed name */
  name: z.string().min(1).max(100),
  /** SPDX */
  licence: z.string().min(1).max(100),
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name'),
  /** a commit, so that the files cannot change */
  revision: z.string().regex(/^[\w.-]+$/),
  files: z.array(modelFile).min(1).max(100),
})

export type ModelFile = z.infer<typeof modelFile>
export type DownloadableModel = z.infer<typeof downloadableModel>

/** Returns whether all paths of an engine, its properties, are files of the model. */
export const hasFilesOf = (
  { files }: Pick<DownloadableModel, 'files'>,
  paths: readonly (string | undefined)[],
): boolean => paths.every((path) => files.some((file) => file.path === path))

/** Returns the total download size of a model, in bytes. */
export const downloadBytes = ({ files }: Pick<DownloadableModel, 'files'>): number =>
  files.reduce((sum, { size }) => sum + size, 0)

/**
 * Returns the models that a host describes in a JSON file. Throws StartFailure with a sentence about the error in that file.
 */
export function readModelFile<T>(file: string, schema: z.ZodType<T>): readonly T[] {
  const parsed = z.array(schema).safeParse(parse(file))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StartFailure(
    `The catalogue of models ${file} is not right: ${issue?.path.join('.')} ${issue?.message}.`,
  )
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartFailure(`The catalogue of models ${file} cannot be read.`, { cause: error })
  }
}
