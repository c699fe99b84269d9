// Makes the meeting that browser tests record and import: two people who take turns, speak into each other, pause and are
// silent, with and without noise in the room. Each sentence ends with a tone of its own, by which a test's ear knows it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FORMAT, secondsOf, type Spoken, sox, speak } from './audio-corpus.ts'

/** Half the rate of the other files: it is long, and lies in the repository. */
const RATE = ['-r', '8000', '-c', '1', '-b', '16']
/** A sentence's tone, in Hz, by its place: above most of a voice, below what the rate can carry. */
const toneOf = (index: number) => 1_500 + index * 150
const TONE_SECONDS = 0.15
/** The room is loud in this stretch, in seconds. */
const NOISE = { from: 26, to: 46, level: '-40' }
/** Nobody says anything at the end, in seconds. */
const END_SECONDS = 4

const ann = (text: string): Spoken => ({ voice: 'en-us', text })
const bob = (text: string): Spoken => ({ voice: 'en-gb+f3', text })

/** Who says what, and how long after the end of the sentence before, in seconds; less than 0: into it. */
const SENTENCES: readonly { readonly after: number; readonly said: Spoken }[] = [
  { after: 0.5, said: ann('Good morning. We have to talk about the harbour.') },
  { after: 0.6, said: bob('The old boat is late every single day.') },
  { after: 1.8, said: ann('So we buy the second boat.') },
  { after: -0.9, said: bob('Yes, I agree with that.') },
  { after: 1.2, said: bob('I call the port by Friday.') },
  { after: 1.6, said: ann('And who pays for the paint?') },
  { after: 7, said: bob('Nobody knows that yet.') },
  { after: 2, said: ann('Then I ask the bank tomorrow morning.') },
  { after: -1, said: bob('Please ask them about the interest as well.') },
  { after: 9, said: ann('The engine has to be looked at before winter.') },
  { after: 0.4, said: bob('I know a good mechanic in the next town.') },
  { after: 3, said: ann('Thank you. Let us meet again next week.') },
]

/** Writes `meeting.wav` and `meeting.json`, which says when each sentence is spoken, in seconds; `folder` is for what lies between. */
export async function makeMeeting(folder: string, out: string): Promise<void> {
  const files: string[] = []
  const truth = []
  let end = 0
  for (const [index, { after, said }] of SENTENCES.entries()) {
    const [voice, tone, placed] = ['voice', 'tone', 'placed'].map((kind) =>
      join(folder, `meeting-${kind}-${index}.wav`),
    ) as [string, string, string]
    await speak(said, voice)
    const fade = ['fade', 't', '0.01', `${TONE_SECONDS}`, '0.01']
    await sox(
      '-n',
      ...FORMAT,
      tone,
      'synth',
      `${TONE_SECONDS}`,
      'sine',
      `${toneOf(index)}`,
      'gain',
      '-10',
      ...fade,
    )
    const from = end + after
    await sox(voice, tone, placed, 'pad', from.toFixed(3), '0')
    end = await secondsOf(placed)
    files.push(placed)
    truth.push({ text: said.text, from: rounded(from), to: rounded(end), tone: toneOf(index) })
  }
  const noise = join(folder, 'meeting-noise.wav')
  const [length, level] = [`${NOISE.to - NOISE.from}`, NOISE.level]
  await sox(
    '-R',
    '-n',
    ...FORMAT,
    noise,
    'synth',
    length,
    'whitenoise',
    'gain',
    '-n',
    level,
    'pad',
    `${NOISE.from}`,
    '0',
  )
  const loud = [...files, noise].flatMap((file) => ['-v', '1', file])
  await sox('-m', ...loud, ...RATE, join(out, 'meeting.wav'), 'pad', '0', `${END_SECONDS}`)
  await writeFile(join(out, 'meeting.json'), `${JSON.stringify(truth, undefined, 2)}\n`)
}

const rounded = (seconds: number) => Math.round(seconds * 1_000) / 1_000
