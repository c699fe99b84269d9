// Generates the audio files with which the detectors are tested, and records where in them speech is.
import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture } from './process.ts'

export const FORMAT = ['-r', '16000', '-c', '1', '-b', '16']
const BYTES_PER_SECOND = 32_000

export interface Spoken {
  readonly voice: string
  readonly text: string
  /** peak level, dB below full scale */
  readonly level?: number
}

/** One file as a sequence; a number is digital silence, in seconds. */
interface Sound {
  readonly name: string
  readonly parts: readonly (number | Spoken | readonly string[])[]
  /** sox arguments for the background noise and its volume */
  readonly under?: readonly string[]
}

const en = (text: string, level = 6): Spoken => ({ voice: 'en-us', text, level })

/** A key of a keyboard: 12 ms of noise, and silence until the next. */
const KEY = ['synth', '0.012', 'whitenoise', 'gain', '-n', '-14', 'pad', '0', '0.13']

/** Returns a cough of this many seconds, with a fade of the given length. */
const cough = (seconds: string, fading: string): readonly string[] =>
  `synth ${seconds} brownnoise fade t 0.005 ${seconds} ${fading} gain -n -8`.split(' ')

const SOUNDS: readonly Sound[] = [
  { name: 'english', parts: [0.5, en('What is a token bucket?'), 1] },
  { name: 'spanish', parts: [0.5, { voice: 'es', text: '¿Qué tiempo hará mañana?' }, 1] },
  { name: 'french', parts: [0.5, { voice: 'fr', text: 'Quel temps fera-t-il demain ?' }, 1] },
  { name: 'german', parts: [0.5, { voice: 'de', text: 'Wie wird das Wetter morgen?' }, 1] },
  { name: 'italian', parts: [0.5, { voice: 'it', text: 'Che tempo farà domani?' }, 1] },
  { name: 'portuguese', parts: [0.5, { voice: 'pt-br', text: 'Como vai estar o tempo amanhã?' }, 1] },
  { name: 'japanese', parts: [0.5, { voice: 'ja', text: 'あしたのてんきはどうですか' }, 1] },
  { name: 'korean', parts: [0.5, { voice: 'ko', text: '내일 날씨가 어때요?' }, 1] },
  { name: 'chinese', parts: [0.5, { voice: 'cmn', text: '明天天气怎么样？' }, 1] },
  {
    name: 'long',
    parts: [0.5, en('Plan my week around three deadlines, and tell me which one to start with.'), 1],
  },
  { name: 'one-word', parts: [0.5, en('Stop.'), 1] },
  { name: 'soft', parts: [0.5, en('I speak softly now.', 26), 1] },
  { name: 'pause-300', parts: [0.5, en('First of all'), 0.3, en('there is this.'), 1] },
  { name: 'pause-700', parts: [0.5, en('First of all'), 0.7, en('there is this.'), 1] },
  { name: 'pause-1500', parts: [0.5, en('First of all'), 1.5, en('there is this.'), 1] },
  {
    name: 'two-speakers',
    parts: [0.5, en('Are you there?'), 0.6, { voice: 'en-gb+f3', text: 'Yes, I am.' }, 1],
  },
  {
    name: 'in-noise',
    parts: [1.6, en('Can you hear me in here?'), 1.6],
    under: ['whitenoise', 'gain', '-n', '-38'],
  },
  { name: 'hum', parts: [1, en('The fridge is humming.'), 1], under: ['sine', '100', 'gain', '-n', '-28'] },
  { name: 'white-noise', parts: [3], under: ['whitenoise', 'gain', '-n', '-25'] },
  { name: 'typing', parts: [0.5, KEY, KEY, KEY, 0.2, KEY, KEY, KEY, KEY, 0.4, KEY, KEY, 0.5] },
  { name: 'cough', parts: [0.6, cough('0.11', '0.06'), 1] },
  { name: 'long-coughs', parts: [0.6, cough('0.25', '0.12'), 0.7, cough('0.4', '0.2'), 1] },
]

export async function sox(...args: readonly string[]): Promise<void> {
  const { code, output } = await capture('sox', ['-D', ...args])
  if (code !== 0) throw new Error(`sox failed: ${output}`)
}

export async function speak({ voice, text, level = 6 }: Spoken, to: string): Promise<void> {
  const raw = `${to}.raw.wav`
  const { code, output } = await capture('espeak-ng', ['-v', voice, '-s', '160', '-w', raw, text])
  if (code !== 0) throw new Error(`espeak-ng failed: ${output}`)
  const cut = ['silence', '1', '0.005', '0.1%']
  await sox(raw, ...FORMAT, to, ...cut, 'reverse', ...cut, 'reverse', 'gain', '-n', `-${level}`)
}

export async function secondsOf(file: string): Promise<number> {
  return ((await stat(file)).size - WAV_HEADER_BYTES) / BYTES_PER_SECOND
}

/** Writes the file; returns the ranges of speech, in ms. */
async function make({ name, parts, under }: Sound, folder: string, out: string) {
  const files: string[] = []
  const speech: { from: number; to: number }[] = []
  let offset = 0
  for (const [index, part] of parts.entries()) {
    const file = join(folder, `${name}-${index}.wav`)
    if (typeof part === 'number') await sox('-n', ...FORMAT, file, 'trim', '0', String(part))
    else if ('voice' in part) await speak(part, file)
    else await sox('-R', '-n', ...FORMAT, file, ...part)
    const until = offset + (await secondsOf(file))
    if (typeof part !== 'number' && 'voice' in part)
      speech.push({ from: Math.round(offset * 1_000), to: Math.round(until * 1_000) })
    files.push(file)
    offset = until
  }
  const whole = join(folder, `${name}.wav`)
  await sox(...files, whole)
  const target = join(out, `${name}.wav`)
  if (!under) await sox(whole, target)
  else {
    const bed = join(folder, `${name}-under.wav`)
    await sox('-R', '-n', ...FORMAT, bed, 'synth', String(offset), ...under)
    await sox('-m', '-v', '1', whole, '-v', '1', bed, ...FORMAT, target)
  }
  return { name, speech }
}

/** Fills the folder `out`; `folder` is for intermediate files. */
export async function makeCorpus(folder: string, out: string): Promise<void> {
  await mkdir(out, { recursive: true })
  for (const old of await readdir(out)) if (old.endsWith('.wav')) await rm(join(out, old))
  const truth = []
  for (const sound of SOUNDS) truth.push(await make(sound, folder, out))
  await writeFile(join(out, 'truth.json'), `${JSON.stringify(truth, undefined, 2)}\n`)
}
