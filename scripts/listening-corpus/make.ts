// Synthesizes the utterances of the listening corpus: one compressed file per language, and a manifest
// with the labels. Rooms, noise, coughs and pauses are added when the corpus is used (bench/listening).
import { WAV_HEADER_BYTES } from '@vee/contract/audio/wav-header'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture } from '../process.ts'
import { TEXTS, VOICES_PER_TEXT, type UtteranceKind } from './texts.ts'

const RATE = 16_000
export const FORMAT = ['-r', String(RATE), '-c', '1', '-b', '16', '-e', 'signed-integer']

type Engine = 'espeak-ng' | 'flite' | 'festival'
export interface Voice {
  readonly engine: Engine
  readonly name: string
  /** words per minute, espeak-ng */
  readonly speed?: number
  /** 0 to 99, espeak-ng */
  readonly pitch?: number
  /** relative duration, flite and festival */
  readonly stretch?: number
}

const VARIANTS = ['', '+f2', '+m3', '+klatt2', '+f4', '+m7', '+klatt4', '+f5', '+max', '+steph']
const ESPEAK: Readonly<Record<string, string>> = {
  en: 'en-us',
  de: 'de',
  fr: 'fr',
  es: 'es',
  it: 'it',
  pt: 'pt-br',
  ja: 'ja',
  ko: 'ko',
  zh: 'cmn',
}
/** CMU's voices; their licenses allow copies of anything. */
const ENGLISH: readonly Voice[] = [
  { engine: 'flite', name: 'slt' },
  { engine: 'festival', name: 'voice_kal_diphone' },
  { engine: 'flite', name: 'rms' },
  { engine: 'flite', name: 'awb' },
]

function voicesOf(language: string): readonly Voice[] {
  const formant = VARIANTS.map((variant, index) => ({
    engine: 'espeak-ng' as const,
    name: `${language === 'en' && index % 2 === 1 ? 'en-gb' : ESPEAK[language]}${variant}`,
    speed: 140 + 10 * (index % 4),
  }))
  if (language !== 'en') return formant
  return formant.flatMap((voice, index) => [
    voice,
    ...(ENGLISH[index % ENGLISH.length] ? [ENGLISH[index % ENGLISH.length] as Voice] : []),
  ])
}

export async function must(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new Error(`${command} failed: ${output}`)
}

/** Returns 16-bit samples at 16 kHz without silence around them, at a peak of −3 dBFS. */
export async function synthesize(
  text: string,
  { engine, name, speed = 160, pitch = 50, stretch = 1 }: Voice,
  folder: string,
): Promise<Buffer> {
  const [raw, out, words] = [join(folder, 'raw.wav'), join(folder, 'out.wav'), join(folder, 'words.txt')]
  await writeFile(words, text)
  if (engine === 'espeak-ng')
    await must('espeak-ng', ['-v', name, '-s', String(speed), '-p', String(pitch), '-w', raw, '-f', words])
  else if (engine === 'flite')
    await must('flite', ['-voice', name, '--setf', `duration_stretch=${stretch}`, '-f', words, '-o', raw])
  else
    await must('text2wave', [
      '-eval',
      `(${name})`,
      '-eval',
      `(Parameter.set 'Duration_Stretch ${stretch})`,
      '-o',
      raw,
      words,
    ])
  const cut = ['silence', '1', '0.005', '0.3%']
  await must('sox', ['-D', raw, ...FORMAT, out, ...cut, 'reverse', ...cut, 'reverse', 'gain', '-n', '-3'])
  return (await readFile(out)).subarray(WAV_HEADER_BYTES)
}

interface Spoken {
  readonly id: string
  readonly kind: UtteranceKind
  readonly voice: Voice
  readonly parts: readonly string[]
}

/** Vee has one voice in each language, which no other utterance has. */
function utterancesOf(language: string): readonly Spoken[] {
  const [own, ...others] = voicesOf(language)
  let turn = 0
  return Object.entries(TEXTS[language] ?? {}).flatMap(([kind, texts]: [string, readonly string[]]) => {
    const times = VOICES_PER_TEXT[kind as UtteranceKind] ?? 1
    return texts.flatMap((text, index) =>
      Array.from({ length: times }, (_, time) => ({
        id: `${language}-${kind}-${index + 1}${times > 1 ? String.fromCodePoint(97 + time) : ''}`,
        kind: kind as UtteranceKind,
        voice: (kind === 'reply' ? own : others[turn++ % others.length]) as Voice,
        parts: text.split('|').map((piece) => piece.trim()),
      })),
    )
  })
}

export async function makeListeningCorpus(folder: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const lines: string[] = []
  for (const language of Object.keys(TEXTS)) {
    const sounds: Buffer[] = []
    let offset = 0
    for (const { voice, parts: texts, ...label } of utterancesOf(language)) {
      const parts = []
      for (const text of texts) {
        const [spoken = text, written = spoken] = text.split(' = ')
        const samples = await synthesize(spoken, voice, folder)
        parts.push({ text: written, from: offset, to: offset + samples.length / 2 })
        sounds.push(samples)
        offset += samples.length / 2
      }
      lines.push(JSON.stringify({ ...label, language, voice: `${voice.engine}:${voice.name}`, parts }))
    }
    const whole = join(folder, 'whole.raw')
    await writeFile(whole, Buffer.concat(sounds))
    await must('sox', ['-D', '-t', 'raw', ...FORMAT, whole, '-e', 'ima-adpcm', join(out, `${language}.wav`)])
  }
  await writeFile(join(out, 'utterances.json'), `[\n${lines.join(',\n')}\n]\n`)
}
