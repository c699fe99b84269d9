// Synthesizes the utterances of the listening corpus: one compressed file per language and voice family, and a
// manifest with the labels. Rooms, noise, coughs and pauses are added when the corpus is used (bench/listening).
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture } from '../process.ts'
import { TEXTS, VOICES_PER_TEXT, type UtteranceKind } from './texts.ts'

const RATE = 16_000
const FORMAT = ['-r', String(RATE), '-c', '1', '-b', '16', '-e', 'signed-integer']
const WAV_HEADER_BYTES = 44

type Engine = 'espeak-ng' | 'flite' | 'festival'
interface Voice {
  readonly engine: Engine
  readonly name: string
  /** words per minute, espeak-ng */
  readonly speed?: number
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
  return formant.flatMap((voice, index) => [voice, ...(ENGLISH[index % ENGLISH.length] ? [ENGLISH[index % ENGLISH.length] as Voice] : [])])
}

async function must(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new Error(`${command} failed: ${output}`)
}

/** Returns 16-bit samples at 16 kHz without silence around them, at a peak of −3 dBFS. */
async function synthesize(text: string, { engine, name, speed = 160 }: Voice, folder: string): Promise<Buffer> {
  const [raw, out, words] = [join(folder, 'raw.wav'), join(folder, 'out.wav'), join(folder, 'words.txt')]
  await writeFile(words, text)
  if (engine === 'espeak-ng') await must('espeak-ng', ['-v', name, '-s', String(speed), '-w', raw, '-f', words])
  else if (engine === 'flite') await must('flite', ['-voice', name, '-f', words, '-o', raw])
  else await must('text2wave', ['-eval', `(${name})`, '-o', raw, words])
  const cut = ['silence', '1', '0.005', '0.3%']
  await must('sox', ['-D', raw, ...FORMAT, out, ...cut, 'reverse', ...cut, 'reverse', 'gain', '-n', '-3'])
  return (await readFile(out)).subarray(WAV_HEADER_BYTES)
}

export async function makeListeningCorpus(folder: string, out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const manifest = []
  for (const [language, kinds] of Object.entries(TEXTS)) {
    const voices = voicesOf(language)
    const sounds: Buffer[] = []
    let at = 0
    let turn = 0
    for (const [kind, texts] of Object.entries(kinds) as [UtteranceKind, readonly string[]][]) {
      for (const [index, text] of texts.entries()) {
        const times = VOICES_PER_TEXT[kind] ?? 1
        for (let time = 0; time < times; time += 1) {
          // Vee has one voice in each language; nobody else has it.
          const others = voices.slice(1)
          const voice = kind === 'reply' ? voices[0] : others[turn++ % others.length]
          if (!voice) continue
          const parts = []
          for (const part of text.split('|').map((piece) => piece.trim())) {
            const samples = await synthesize(part, voice, folder)
            const length = samples.length / 2
            parts.push({ text: part, from: at, to: at + length })
            sounds.push(samples)
            at += length
          }
          manifest.push({
            id: `${language}-${kind}-${index + 1}${times > 1 ? String.fromCodePoint(97 + time) : ''}`,
            language,
            kind,
            voice: `${voice.engine}:${voice.name}`,
            parts,
          })
        }
      }
    }
    const whole = join(folder, 'whole.raw')
    await writeFile(whole, Buffer.concat(sounds))
    await must('sox', ['-D', '-t', 'raw', ...FORMAT, whole, '-e', 'ima-adpcm', join(out, `${language}.wav`)])
  }
  const lines = manifest.map((utterance) => JSON.stringify(utterance)).join(',\n')
  await writeFile(join(out, 'utterances.json'), `[\n${lines}\n]\n`)
}
