import { sha256 } from '../../../../fakes/model-hub/index.ts'
import type { DownloadableModel } from './downloadable-model.ts'

/** The second file of the model, in a folder of its own. */
export const TOKENS = new TextEncoder().encode('a 0\nb 1\n')

/** Returns a model of two files, of which the first has this content. */
export const wordsModel = (modelBytes: Uint8Array): DownloadableModel => ({
  id: 'words',
  name: 'Words',
  licence: 'MIT',
  repository: 'vee/words',
  revision: 'abc',
  files: [
    { path: 'model.onnx', size: modelBytes.length, sha256: sha256(modelBytes) },
    { path: 'sub/tokens.txt', size: TOKENS.length, sha256: sha256(TOKENS) },
  ],
})
