import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256, type HubFiles } from '../model-hub/index.ts'

/** Where the files of the model lie. */
export const WORDS_FOLDER = join(import.meta.dirname, 'words')
const FILES = ['model.onnx', 'tokens.txt']
const REPOSITORY = 'vee/words'
const REVISION = 'test'

/** A small recogniser that knows the words of `words/sentences.txt`: test data, trained by `words/train.py`. */
export interface WordsModel {
  /** for a fake hub */
  readonly hubFiles: HubFiles
  /** an entry for LOCAL_SPEECH_CATALOGUE */
  readonly entry: {
    readonly id: 'words'
    readonly name: string
    readonly languages: string[]
    readonly licence: string
    readonly repository: string
    readonly revision: string
    readonly files: { readonly path: string; readonly size: number; readonly sha256: string }[]
    readonly engine: { readonly kind: 'nemo-ctc'; readonly model: string; readonly tokens: string }
  }
}

export async function wordsModel(): Promise<WordsModel> {
  const contents = await Promise.all(
    FILES.map(async (path) => ({ path, bytes: new Uint8Array(await readFile(join(WORDS_FOLDER, path))) })),
  )
  return {
    hubFiles: Object.fromEntries(
      contents.map(({ path, bytes }) => [`${REPOSITORY}/resolve/${REVISION}/${path}`, bytes]),
    ),
    entry: {
      id: 'words',
      name: 'Words',
      languages: ['en', 'de', 'ja'],
      licence: 'MIT',
      repository: REPOSITORY,
      revision: REVISION,
      files: contents.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
      engine: { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' },
    },
  }
}

const RECORDINGS: Readonly<Record<string, string>> = {
  hello: 'hello',
  'thank you': 'thank-you',
  'what time is it': 'what-time-is-it',
  'good morning': 'good-morning',
  'yes please': 'yes-please',
  'guten morgen': 'guten-morgen',
  こんにちは: 'konnichiwa',
}

/** A WAV of 16 kHz in which these words are said; made by `npm run audio`. */
export const recordingOf = (text: string): Promise<Buffer> =>
  readFile(join(WORDS_FOLDER, 'recordings', `${RECORDINGS[text]}.wav`))

/** “good morning” in another container: Opus in WebM (as a browser's recorder writes it, without lengths), Ogg and MP4, or MP3. */
export const encodedRecording = (container: 'webm' | 'ogg' | 'mp4' | 'mp3'): Promise<Buffer> =>
  readFile(join(WORDS_FOLDER, 'recordings', `good-morning.${container}`))

/** Writes a catalogue with that model; gives its settings for a server. */
export async function wordsSettings(folder: string, hubUrl: string): Promise<Record<string, string>> {
  const file = join(folder, 'models.json')
  const { entry } = await wordsModel()
  await writeFile(file, JSON.stringify([entry]))
  return {
    LOCAL_SPEECH: 'on',
    LOCAL_SPEECH_MODEL: 'words',
    LOCAL_SPEECH_CATALOGUE: file,
    MODEL_HUB_URL: hubUrl,
  }
}
