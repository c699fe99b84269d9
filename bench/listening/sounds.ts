/** Sounds of rooms and people, made from a seed: the same in every run. Samples are −1…1 at 16 kHz. */

export const RATE = 16_000
const PER_MS = RATE / 1_000

/** Returns numbers in 0…1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export type Random = () => number

export const between = (random: Random, least: number, most: number): number =>
  least + (most - least) * random()

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** Root mean square of the loud part: the blocks of 20 ms above a fifth of the loudest. */
function speechLevelOf(samples: Float32Array): number {
  const block = 20 * PER_MS
  const energies: number[] = []
  for (let position = 0; position + block <= samples.length; position += block) {
    let sum = 0
    for (let index = position; index < position + block; index += 1) sum += (samples[index] ?? 0) ** 2
    energies.push(sum / block)
  }
  const most = Math.max(...energies, 1e-12)
  const loud = energies.filter((energy) => energy > most / 25)
  return Math.sqrt(loud.reduce((sum, energy) => sum + energy, 0) / Math.max(1, loud.length))
}

/** Returns a copy at this level, dBFS. */
export function atLevel(samples: Float32Array, decibels: number): Float32Array {
  const gain = 10 ** (decibels / 20) / Math.max(1e-6, speechLevelOf(samples))
  return samples.map((sample) => sample * gain)
}

function noise(random: Random, ms: number): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * random() - 1
  return samples
}

/** First-order low-pass: steady noise of a fan or a room. */
function lowPass(samples: Float32Array, hertz: number): Float32Array {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE)
  let state = 0
  return samples.map((sample) => (state += share * (sample - state)))
}

/** Two poles at a formant. */
function resonate(samples: Float32Array, hertz: number, bandwidth: number): Float32Array {
  const radius = Math.exp((-Math.PI * bandwidth) / RATE)
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE)
  let [one, two] = [0, 0]
  return samples.map((sample) => {
    const out = sample + turn * one - radius * radius * two
    ;[two, one] = [one, out]
    return out
  })
}

function enveloped(samples: Float32Array, attackMs: number, decay: number): Float32Array {
  const attack = attackMs * PER_MS
  return samples.map((sample, index) =>
    index < attack
      ? (sample * index) / attack
      : sample * Math.exp((-decay * (index - attack)) / (samples.length - attack)),
  )
}

/** A burst of air through the throat, and its weaker voiced end in half of them. */
export function cough(random: Random, ms: number): Float32Array {
  const burst = enveloped(noise(random, ms), 8, between(random, 3, 5))
  const throat = resonate(resonate(burst, between(random, 500, 900), 300), between(random, 1_300, 1_900), 400)
  if (random() < 0.5) return throat
  const voiced = glottal(random, ms, between(random, 110, 180))
  const from = 0.55 * throat.length
  const level = 0.15 * speechLevelOf(throat)
  const voicedLevel = speechLevelOf(voiced)
  return throat.map(
    (sample, index) => sample + (index > from ? ((voiced[index] ?? 0) * level) / voicedLevel : 0),
  )
}

/** Pulses of a voice at this pitch, through one vowel. */
function glottal(random: Random, ms: number, hertz: number): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  let phase = 0
  for (let index = 0; index < samples.length; index += 1) {
    phase += (hertz * (1 + 0.02 * random())) / RATE
    if (phase >= 1) {
      phase -= 1
      samples[index] = 1
    }
  }
  return resonate(resonate(resonate(samples, 700, 90), 1_150, 110), 2_600, 160)
}

/** "Ha ha ha": breathy syllables of falling pitch. */
export function laughter(random: Random, ms: number): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  const pitch = between(random, 150, 300)
  const syllable = between(random, 170, 220)
  for (let start = 0, count = 0; start + 60 < ms; start += syllable, count += 1) {
    const long = Math.min(syllable * 0.65, ms - start)
    const voiced = enveloped(atLevel(glottal(random, long, pitch * 0.96 ** count), -12), 15, 3)
    const breath = enveloped(atLevel(noise(random, long), -22), 10, 3)
    for (const [index, sample] of voiced.entries())
      samples[Math.round(start * PER_MS) + index] = sample + (breath[index] ?? 0)
  }
  return samples
}

export function typing(random: Random, ms: number): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  for (let position = 50; position < ms - 40; position += between(random, 90, 260)) {
    const key = enveloped(noise(random, 14), 1, 5)
    for (const [index, sample] of key.entries()) samples[Math.round(position * PER_MS) + index] = sample
  }
  return samples
}

export const fan = (random: Random, ms: number): Float32Array => lowPass(lowPass(noise(random, ms), 500), 900)

/** Chords with a beat, and a melody. */
export function music(random: Random, ms: number): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  const beat = between(random, 350, 520)
  for (let start = 0; start < ms; start += beat) {
    const root = pick(random, [110, 131, 147, 165, 196])
    const notes = [root, root * 1.26, root * 1.5, root * pick(random, [2, 2.25, 2.52, 3])]
    const length = Math.round(Math.min(beat, ms - start) * PER_MS)
    for (let index = 0; index < length; index += 1) {
      const fade = Math.exp((-2.5 * index) / length) * Math.min(1, index / 80)
      let sum = 0
      for (const note of notes)
        for (let harmonic = 1; harmonic <= 4; harmonic += 1)
          sum += Math.sin((2 * Math.PI * note * harmonic * index) / RATE) / harmonic
      samples[Math.round(start * PER_MS) + index] = fade * sum
    }
  }
  return samples
}

/** Six voices that talk without end, and cups. */
export function cafe(random: Random, ms: number, voices: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(Math.round(ms * PER_MS))
  const add = (sound: Float32Array, from: number) => {
    for (let index = 0; index < sound.length && from + index < samples.length; index += 1)
      samples[from + index] = (samples[from + index] ?? 0) + (sound[index] ?? 0)
  }
  for (let table = 0; table < 6; table += 1) {
    for (let index = -between(random, 0, 2_000); index < ms; index += between(random, 100, 700)) {
      const voice = atLevel(pick(random, voices), between(random, -26, -20))
      const skipped = Math.max(0, Math.round(-index * PER_MS))
      add(voice.subarray(skipped), Math.max(0, Math.round(index * PER_MS)))
      index += voice.length / PER_MS
    }
  }
  for (let index = 0; index < ms; index += between(random, 400, 2_500))
    add(
      atLevel(enveloped(resonate(noise(random, 60), between(random, 1_800, 3_500), 120), 1, 6), -24),
      Math.round(index * PER_MS),
    )
  return samples
}

/** Impulse response of a room: the direct sound after a delay, reflections, and a tail. */
export function roomResponse(random: Random, { delayMs = 0, tailMs = 250, wet = 0.35 } = {}): Float32Array {
  const response = new Float32Array(Math.round((delayMs + tailMs) * PER_MS))
  const direct = Math.round(delayMs * PER_MS)
  response[direct] = 1
  for (let count = 0; count < 6; count += 1)
    response[direct + Math.round(between(random, 3, 35) * PER_MS)] = wet * between(random, -0.8, 0.8)
  const tail = response.length - direct
  // Sparse, so that the convolution is fast enough for a bench.
  for (let index = 1; index < tail; index += 1 + Math.floor(16 * random()))
    response[direct + index] =
      (response[direct + index] ?? 0) + wet * 0.2 * (2 * random() - 1) * Math.exp((-6.9 * index) / tail)
  return response
}

/** Convolves sparsely enough for a bench: only the taps above a thousandth. */
export function inRoom(samples: Float32Array, response: Float32Array): Float32Array {
  const out = new Float32Array(samples.length + response.length - 1)
  for (const [delay, tap] of response.entries()) {
    if (Math.abs(tap) < 1e-3) continue
    for (let index = 0; index < samples.length; index += 1)
      out[index + delay] = (out[index + delay] ?? 0) + tap * (samples[index] ?? 0)
  }
  return out
}
