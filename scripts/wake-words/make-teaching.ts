// Synthesizes a microphone for teaching: a sentence of ordinary speech, and then a name three times.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FORMAT, must, synthesize, type Voice } from '../listening-corpus/make.ts'

const VOICE: Voice = { engine: 'espeak-ng', name: 'en-gb+m7' }
const SENTENCE = 'The council has decided to rebuild the old bridge over the river next year.'
const NAME = 'Victoria.'
/** Seconds of the room before and after each utterance. */
const PAUSE = '1.3'
const ROOM = '0.001'

export async function makeTeaching(folder: string, out: string): Promise<void> {
  const utterances: readonly (readonly [text: string, voice: Voice])[] = [
    [SENTENCE, { ...VOICE, speed: 165 }],
    [NAME, { ...VOICE, speed: 155 }],
    [NAME, { ...VOICE, speed: 148, pitch: 47 }],
    [NAME, { ...VOICE, speed: 162, pitch: 54 }],
  ]
  const parts: string[] = []
  for (const [index, [text, voice]] of utterances.entries()) {
    const [raw, padded] = [join(folder, `teaching-${index}.raw`), join(folder, `teaching-${index}.wav`)]
    await writeFile(raw, await synthesize(text, voice, folder))
    await must('sox', ['-D', '-t', 'raw', ...FORMAT, raw, padded, 'gain', '-9', 'pad', PAUSE, PAUSE])
    parts.push(padded)
  }
  const [speech, room] = [join(folder, 'teaching.wav'), join(folder, 'teaching-room.wav')]
  await must('sox', ['-D', ...parts, speech])
  await must('sox', ['-R', '-n', ...FORMAT, room, 'synth', '30', 'pinknoise', 'vol', ROOM])
  await must('sox', [
    '-D',
    '-m',
    '-v',
    '1',
    speech,
    '-v',
    '1',
    room,
    ...FORMAT,
    join(out, 'teaching.wav'),
    'trim',
    '0',
    '18',
  ])
}
