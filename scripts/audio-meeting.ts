// Generates the meeting that browser tests record and import: two people who take turns, overlap, pause and
// are silent, with and without noise in the room. Each sentence ends with a distinct tone, by which the
// test's transcriber identifies it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FORMAT, secondsOf, type Spoken, sox, speak } from './audio-corpus.ts'

/** Half the rate of the other files, because it is long and part of the repository. */
const RATE = ['-r', '8000', '-c', '1', '-b', '16']
/** Returns the tone of a sentence in Hz, by its index: above most of a voice, below the Nyquist frequency. */
const toneOf = (index: number) => 1_500 + index * 150
const TONE_SECONDS = 0.15
/** The range with background noise, in seconds. */
const NOISE = { from: 26, to: 46, level: '-40' }
/** Silence at the end, in seconds. */
const END_SECONDS = 4

const ann = (text: string): Spoken => ({ voice: 'en-us', text })
const bob = (text: string): Spoken => ({ voice: 'en-gb+f3', text })

/** Who says what, and how long after the end of the previous sentence, in seconds; negative: overlapping. */
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

/**
 * Writes `meeting.wav` and `meeting.json` with the time of each sentence in seconds; `folder` is for
 * intermediate files.
 */
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
