// Synthesizes the wake words of the listening corpus alone, three times by the voice that calls them there, at other
// speeds and pitches: what a user teaches.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FORMAT, must, synthesize, type Voice } from '../listening-corpus/make.ts'
import { ROOT } from '../process.ts'

const OUT = join(ROOT, 'e2e/audio/corpus/listening')
const TAKES: readonly Pick<Voice, 'speed' | 'pitch' | 'stretch'>[] = [
  { speed: 155, pitch: 50, stretch: 1 },
  { speed: 144, pitch: 46, stretch: 1.08 },
  { speed: 167, pitch: 55, stretch: 0.93 },
]
const COMMAS = /[,、，]/u
/** Names at the start of a sentence about them. */
const NAMES = /^(?:Victoria|Diary|Tutor|Nerf|ビクトリア|빅토리아|维多利亚)/u

interface Label {
  readonly language: string
  readonly voice: string
  readonly kind: string
  readonly parts: readonly { readonly text: string }[]
}

export async function makeTakes(folder: string): Promise<void> {
  const labels = JSON.parse(await readFile(join(OUT, 'utterances.json'), 'utf8')) as readonly Label[]
  const wanted = new Map<string, { language: string; voice: string; phrase: string }>()
  for (const { language, voice, kind, parts } of labels) {
    const phrase = parts[0]?.text.split(COMMAS)[0]?.trim() ?? ''
    const name = NAMES.exec(phrase)?.[0]
    if (kind === 'nearMiss' && name !== undefined)
      wanted.set(`${voice} ${name}`, { language, voice, phrase: name })
    if (kind === 'wake') wanted.set(`${voice} ${phrase}`, { language, voice, phrase })
  }
  const sounds: Buffer[] = []
  const lines: string[] = []
  let offset = 0
  for (const { language, voice, phrase } of wanted.values()) {
    const takes = []
    for (const take of TAKES) {
      const [engine, name = ''] = voice.split(':')
      const samples = await synthesize(phrase, { engine: engine as Voice['engine'], name, ...take }, folder)
      takes.push({ from: offset, to: offset + samples.length / 2 })
      sounds.push(samples)
      offset += samples.length / 2
    }
    lines.push(JSON.stringify({ language, voice, phrase, takes }))
  }
  const whole = join(folder, 'takes.raw')
  await writeFile(whole, Buffer.concat(sounds))
  await must('sox', ['-D', '-t', 'raw', ...FORMAT, whole, '-e', 'ima-adpcm', join(OUT, 'takes.wav')])
  await writeFile(join(OUT, 'takes.json'), `[\n${lines.join(',\n')}\n]\n`)
}
