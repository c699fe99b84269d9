import type { Agent } from '@vee/contract/entities/agent'
import type { Voice } from '@vee/contract/entities/voice'
import { afterEach, expect, it } from 'vitest'
import { activeAgentStore } from '#lib/active-agent.ts'
import type { Api } from '#lib/http/index.ts'
import { concatAudio, speechFile } from './speech-file.ts'

afterEach(() => activeAgentStore.setState({ agent: undefined, participants: [] }))

/** Returns WAV as streamed by a server: the length in its header is unknown. */
function streamedWav(...samples: readonly number[]): Blob {
  const header = new DataView(new ArrayBuffer(44))
  header.setUint32(4, 0xffff_ffff, true)
  header.setUint32(24, 24_000, true)
  header.setUint32(40, 0xffff_ffff, true)
  return new Blob([header, Int16Array.from(samples)], { type: 'audio/wav' })
}

it('concatenates MP3 unchanged', async () => {
  const parts = ['one', 'two'].map((text) => new Blob([text], { type: 'audio/mpeg' }))
  const { sound, extension } = await concatAudio(parts)
  expect(extension).toBe('mp3')
  expect(sound.type).toBe('audio/mpeg')
  expect(await sound.text()).toBe('onetwo')
})

it('merges several WAV files into one with a valid length', async () => {
  const { sound, extension } = await concatAudio([streamedWav(1, 2), streamedWav(3, 4, 5)])
  expect(extension).toBe('wav')
  const file = new DataView(await sound.arrayBuffer())
  expect(file.byteLength).toBe(44 + 10)
  expect(file.getUint32(4, true)).toBe(file.byteLength - 8)
  expect(file.getUint32(24, true)).toBe(24_000)
  expect(file.getUint32(40, true)).toBe(10)
  expect([44, 46, 48, 50, 52].map((at) => file.getInt16(at, true))).toEqual([1, 2, 3, 4, 5])
})

const voiceNamed = (name: string): Voice => ({
  id: name,
  providerVoiceId: name,
  name,
  lang: 'mul',
  provider: 'openai',
  quality: 'natural',
  isDefault: false,
  gender: null,
  description: '',
})

/** A server with these voices, whose speech is a second of silence. */
function serverWith(...names: readonly string[]) {
  const requests: { readonly text: string; readonly voice: string; readonly format: string }[] = []
  const api = {
    json: async () => ({ voices: names.map(voiceNamed) }),
    send: async (_method: string, _path: string, { body }: { body: (typeof requests)[number] }) => {
      requests.push(body)
      return new Response(new Uint8Array(48_000), {
        headers: { 'content-type': body.format === 'pcm' ? 'audio/pcm' : 'audio/mpeg' },
      })
    },
  }
  return { api: api as unknown as Api, requests }
}

const ROUND = {
  content: 'It is hard. It is not.',
  agentId: 'v_agent',
  speakers: [{ agentId: 'tutor_agent', start: 12, end: 22 }],
}
const takePart = () => {
  const [v, tutor] = ['v_agent', 'tutor_agent'].map((id) => ({ id, label: id }) as Agent)
  activeAgentStore.setState({ agent: tutor, participants: v && tutor ? [v, tutor] : [] })
}

it('says what each speaker says in the voice of each', async () => {
  takePart()
  const { api, requests } = serverWith('alloy', 'nova')
  const made = await speechFile(api, ROUND)
  expect(made?.file.extension).toBe('mp3')
  expect(requests.map(({ text, format }) => [text, format])).toEqual([
    ['It is hard.', 'mp3'],
    ['It is not.', 'mp3'],
  ])
  expect(requests[0]?.voice).not.toBe(requests[1]?.voice)
})

it('shifts a voice that speakers share, and says their names, as they are heard', async () => {
  takePart()
  const { api, requests } = serverWith('alloy')
  const made = await speechFile(api, ROUND)
  expect(requests.map(({ text, voice, format }) => [text, voice, format])).toEqual([
    ['v_agent. It is hard.', 'alloy', 'pcm'],
    ['tutor_agent. It is not.', 'alloy', 'pcm'],
  ])
  expect(made?.file.extension).toBe('wav')
  const file = new DataView((await made?.file.sound.arrayBuffer()) ?? new ArrayBuffer())
  const seconds = file.getUint32(40, true) / 48_000
  // Two semitones lower: one of the two seconds lasts 12 % longer.
  expect(seconds).toBeGreaterThan(2.08)
  expect(seconds).toBeLessThan(2.16)
})
