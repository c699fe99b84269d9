// Generates the WAV files that browser tests use as the microphone, and the corpora of the detectors and of
// listening. Requires espeak-ng, sox, flite and festival with festvox-kallpc16k; the files are committed.
// `npm run audio -- listening` makes the listening corpus only, `npm run audio -- wake-words` the wake words that are
// taught in tests, and the speech that taught words are compared with.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCorpus } from './audio-corpus.ts'
import { makeMeeting } from './audio-meeting.ts'
import { makeListeningCorpus } from './listening-corpus/make.ts'
import { capture, ROOT } from './process.ts'
import { makeOrdinarySpeech } from './wake-words/make-speech.ts'
import { makeTeaching } from './wake-words/make-teaching.ts'
import { makeTakes } from './wake-words/make-takes.ts'

const OUT = join(ROOT, 'e2e/audio')
/** Chromium's fake microphone supports 16-bit PCM only; anything else is silence without an error. */
const FORMAT = ['-r', '16000', '-c', '1', '-b', '16']

interface Utterance {
  readonly file: string
  readonly voice: string
  readonly text: string
  /** seconds of digital silence before and after */
  readonly before: number
  readonly after: number
}

const UTTERANCES: readonly Utterance[] = [
  { file: 'question.wav', voice: 'en-us', text: 'What is a token bucket?', before: 0.5, after: 2 },
  {
    file: 'long-question.wav',
    voice: 'en-us',
    text: 'Plan my week around three deadlines, and tell me which one to start with.',
    before: 0.5,
    after: 2,
  },
  { file: 'what-time.wav', voice: 'en-us', text: 'what time is it', before: 0.5, after: 2 },
]

/** Utterances for the recognizer in tests; `fakes/speech-models/words` contains these words. */
const WORDS: readonly Utterance[] = [
  { file: 'hello.wav', voice: 'en-us', text: 'hello' },
  { file: 'thank-you.wav', voice: 'en-us', text: 'thank you' },
  { file: 'what-time-is-it.wav', voice: 'en-us', text: 'what time is it' },
  { file: 'good-morning.wav', voice: 'en-us', text: 'good morning' },
  { file: 'yes-please.wav', voice: 'en-us', text: 'yes please' },
  { file: 'guten-morgen.wav', voice: 'de', text: 'guten morgen' },
  { file: 'konnichiwa.wav', voice: 'ja', text: 'こんにちは' },
].map((utterance) => ({ ...utterance, before: 0.2, after: 0.4 }))

/** An utterance, followed after some seconds by one that interrupts the reply. */
const INTERRUPTION = {
  question: { file: 'part-1.wav', voice: 'en-us', text: 'What is a token bucket?', before: 0.5, after: 6 },
  into: { file: 'part-2.wav', voice: 'en-us', text: 'Please tell me about the weather', before: 0, after: 2 },
} as const satisfies Record<string, Utterance>

async function must(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await capture(command, args)
  if (code !== 0) throw new Error(`${command} failed: ${output}`)
}

async function speak(utterance: Utterance, folder: string, out = OUT): Promise<void> {
  const { file, voice, text, before, after } = utterance
  const [raw, trimmed] = [join(folder, `raw-${file}`), join(folder, `trimmed-${file}`)]
  await must('espeak-ng', ['-v', voice, '-s', '150', '-w', raw, text])
  const cut = ['silence', '1', '0.005', '0.1%']
  await must('sox', ['-D', raw, ...FORMAT, trimmed, ...cut, 'reverse', ...cut, 'reverse', 'gain', '-n', '-6'])
  await must('sox', ['-D', trimmed, join(out, file), 'pad', String(before), String(after)])
}

async function makeRecordings(folder: string): Promise<void> {
  await mkdir(OUT, { recursive: true })
  for (const utterance of UTTERANCES) await speak(utterance, folder)
  const words = join(ROOT, 'fakes/speech-models/words/recordings')
  await mkdir(words, { recursive: true })
  for (const utterance of WORDS) await speak(utterance, folder, words)
  await must('sox', ['-D', '-n', ...FORMAT, join(OUT, 'silence.wav'), 'trim', '0', '3'])
  for (const part of Object.values(INTERRUPTION)) await speak(part, folder, folder)
  const parts = Object.values(INTERRUPTION).map(({ file }) => join(folder, file))
  await must('sox', ['-D', ...parts, join(OUT, 'interruption.wav')])
  await makeCorpus(folder, join(OUT, 'corpus'))
  await makeMeeting(folder, OUT)
}

const folder = await mkdtemp(join(tmpdir(), 'vee-audio-'))
try {
  const only = process.argv.find((part) => part === 'listening' || part === 'wake-words')
  if (only === undefined) await makeRecordings(folder)
  if (only !== 'wake-words') await makeListeningCorpus(folder, join(OUT, 'corpus/listening'))
  await makeTakes(folder)
  await makeTeaching(folder, OUT)
  await makeOrdinarySpeech()
} finally {
  await rm(folder, { recursive: true, force: true })
}
