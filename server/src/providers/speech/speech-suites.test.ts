import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAssemblyAi } from '../../../../fakes/assemblyai/index.ts'
import { startCartesia } from '../../../../fakes/cartesia/index.ts'
import { startDeepgram, type DeepgramServer } from '../../../../fakes/deepgram/index.ts'
import { startElevenLabs } from '../../../../fakes/elevenlabs/index.ts'
import { startMistral } from '../../../../fakes/mistral/index.ts'
import type { VendorServer } from '../../../../fakes/serve-requests.ts'
import { sha256, startModelHub, type ModelHub } from '../../../../fakes/model-hub/index.ts'
import { wordsModel } from '../../../../fakes/speech-models/index.ts'
import { describeSttProvider, describeTtsProvider } from '../../../../fakes/speech-provider-suites.ts'
import { SPEECH_MODULE_IDS } from './speech-registry.ts'
import { speechRegistryOf } from '../../../../fakes/speech-registry.ts'
import { startUpstream, type Upstream } from '../../../../fakes/upstream/index.ts'
import { startWhisperServer, type WhisperServer } from '../../../../fakes/whisper-cpp/index.ts'
import { SPEECH_WORKER } from '#lib/project-files.ts'
import { createAssemblyAiStt } from './assemblyai/assemblyai-stt.ts'
import { createCartesiaTts } from './cartesia/cartesia-tts.ts'
import { createDeepgramStt } from './deepgram/deepgram-stt.ts'
import { createDeepgramTts } from './deepgram/deepgram-tts.ts'
import { createElevenLabsTts } from './elevenlabs/elevenlabs-tts.ts'
import { createEspeakTts } from './espeak/espeak-tts.ts'
import { createFliteTts } from './local-speech/flite.ts'
import { decodeWorker, processWorker, withoutFfmpeg } from './local-speech/fixtures/process-worker.ts'
import { createLocalStt } from './local-speech/local-stt.ts'
import { createLocalTts } from './local-speech/local-tts.ts'
import { createModelStore } from '../local-models/model-store.ts'
import { createSpeechWorker } from './local-speech/speech-worker.ts'
import { createMistralStt } from './mistral/mistral-stt.ts'
import { findSpeechServers } from './openai/found-servers.ts'
import { createOpenAiStt } from './openai/openai-stt.ts'
import { createOpenAiTts } from './openai/openai-tts.ts'
import { createPiperTts } from './piper/piper-tts.ts'
import { createWhisperProgramStt } from './whisper-cpp/whisper-program.ts'
import { createWhisperServerStt } from './whisper-cpp/whisper-server.ts'

const FAKES = join(import.meta.dirname, '../../../../fakes')
const PATIENT_MS = 20_000

const services: Upstream[] = []
const servers: WhisperServer[] = []
const deepgrams: DeepgramServer[] = []
const vendors: VendorServer[] = []
let hub: ModelHub
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vee-suites-'))
  hub = await startModelHub({ ...(await wordsModel()).hubFiles, ...(await tonesFiles()) })
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()))
  for (const server of servers) server.close()
  await Promise.all([...deepgrams, ...vendors].map((server) => server.close()))
  await hub.close()
  await rm(folder, { recursive: true })
})

/** Starts a service of OpenAI's protocol that transcribes “good morning”. */
async function service(hangs: boolean): Promise<string> {
  const upstream = await startUpstream({
    models: ['whisper-1', 'kokoro'],
    transcription: { text: 'Good morning.' },
  })
  services.push(upstream)
  if (hangs) {
    upstream.scriptOnly('transcription', 'hang-before-headers')
    upstream.scriptOnly('speech', 'hang-before-headers')
  }
  return `${upstream.url}/v1`
}

const openAi = async (model: string, timeoutMs: number, hangs: boolean) => ({
  name: 'OpenAI',
  location: 'vendor' as const,
  apiKey: 'sk-test',
  baseUrl: await service(hangs),
  model,
  timeoutMs,
})
const findServer = async (timeoutMs: number, hangs: boolean) =>
  findSpeechServers([{ name: 'Speaches', baseUrl: await service(hangs) }], timeoutMs)

async function deepgram(timeoutMs: number, hangs: boolean) {
  const server = await startDeepgram({ apiKey: 'key' })
  deepgrams.push(server)
  if (hangs) server.script({ headersAfterMs: Infinity })
  return {
    name: 'Deepgram',
    location: 'vendor' as const,
    apiKey: 'key',
    baseUrl: server.url,
    model: 'nova-3',
    timeoutMs,
  }
}

async function assemblyAi(timeoutMs: number, hangs: boolean) {
  const server = await startAssemblyAi('key', 'Good morning.')
  vendors.push(server)
  if (hangs) server.hang()
  return createAssemblyAiStt({
    name: 'AssemblyAI',
    location: 'vendor',
    apiKey: 'key',
    baseUrl: server.url,
    streamingUrl: server.url,
    model: 'universal-3-pro',
    streamingModel: 'universal-streaming-multilingual',
    timeoutMs,
  })
}

async function mistral(timeoutMs: number, hangs: boolean) {
  const server = await startMistral('key', 'Good morning.')
  vendors.push(server)
  if (hangs) server.hang()
  return createMistralStt({
    name: 'Mistral',
    location: 'vendor',
    apiKey: 'key',
    baseUrl: server.url,
    model: 'voxtral-mini-latest',
    streamingModel: 'voxtral-mini-transcribe-realtime-2602',
    timeoutMs,
  })
}

async function elevenLabs(timeoutMs: number, hangs: boolean) {
  const server = await startElevenLabs('key')
  vendors.push(server)
  if (hangs) server.hang()
  return createElevenLabsTts({
    name: 'ElevenLabs',
    location: 'vendor',
    apiKey: 'key',
    baseUrl: server.url,
    model: 'eleven_flash_v2_5',
    timeoutMs,
  })
}

async function cartesia(timeoutMs: number, hangs: boolean) {
  const server = await startCartesia('key')
  vendors.push(server)
  if (hangs) server.hang()
  return createCartesiaTts({
    name: 'Cartesia',
    location: 'vendor',
    apiKey: 'key',
    baseUrl: server.url,
    model: 'sonic-3.5',
    timeoutMs,
  })
}

async function whisperServer(timeoutMs: number, hangs: boolean) {
  const server = await startWhisperServer()
  servers.push(server)
  if (hangs) server.hang()
  return createWhisperServerStt({ url: server.url, timeoutMs })
}

/** Creates a folder with a program of that name that never ends. */
async function hangingProgram(name: string): Promise<string> {
  const path = await mkdtemp(join(folder, 'program-'))
  // `exec`, so that there is only one process to kill.
  await writeFile(join(path, name), '#!/bin/sh\nexec sleep 600\n')
  await chmod(join(path, name), 0o755)
  return path
}

const whisperProgram = (searchPath: string, timeLimitMs: number) =>
  createWhisperProgramStt({
    searchPath,
    modelFile: undefined,
    folders: [join(FAKES, 'whisper-cpp')],
    threads: 1,
    timeLimitMs,
  })
const piper = (searchPath: string, timeLimitMs: number) =>
  createPiperTts({ searchPath, folders: [join(FAKES, 'piper/voices')], timeLimitMs })

const worker = processWorker()
const decoder = decodeWorker()
const models = () => createModelStore({ directory: join(folder, 'models'), hub: hub.url })

async function localStt() {
  const { entry } = await wordsModel()
  await models().install(entry)
  return createLocalStt({
    model: entry,
    models: models(),
    worker,
    decodeWorker: decoder,
    ffmpeg: withoutFfmpeg,
    mayFetch: true,
  })
}

const TONES = ['model.onnx', 'tokens.txt']
const toneBytes = (path: string) => readFile(join(FAKES, 'speech-models/tones', path))
async function tonesFiles() {
  const files = TONES.map(async (path) => [`vee/tones/resolve/test/${path}`, await toneBytes(path)] as const)
  return Object.fromEntries(await Promise.all(files))
}
async function localTts() {
  const files = TONES.map(async (path) => {
    const bytes = await toneBytes(path)
    return { path, size: bytes.length, sha256: sha256(bytes) }
  })
  const tones = {
    id: 'tones',
    name: 'Tones',
    licence: 'MIT',
    commercialUse: 'allowed',
    repository: 'vee/tones',
    revision: 'test',
    files: await Promise.all(files),
    voices: [{ id: 'one', name: 'One', lang: 'en-US', speaker: 0 }],
    speeds: { slowest: 0.25, fastest: 4 },
    engine: { kind: 'vits', model: 'model.onnx', tokens: 'tokens.txt' },
  } as const
  await models().install(tones)
  return createLocalTts({ catalogue: [tones], models: models(), worker })
}

const flite = createFliteTts(
  createSpeechWorker({
    isolation: 'thread',
    program: SPEECH_WORKER,
    engineThreads: 1,
    timeLimitMs: PATIENT_MS,
    idleMs: 60_000,
    maxWaiting: 8,
  }),
)

const STT_SUBJECTS: Readonly<Record<string, Parameters<typeof describeSttProvider>[1]>> = {
  openai: {
    create: async () => createOpenAiStt(await openAi('whisper-1', PATIENT_MS, false)),
    createHanging: async (timeoutMs) => createOpenAiStt(await openAi('whisper-1', timeoutMs, true)),
  },
  deepgram: {
    create: async () => createDeepgramStt(await deepgram(PATIENT_MS, false)),
    createHanging: async (timeoutMs) => createDeepgramStt(await deepgram(timeoutMs, true)),
  },
  assemblyai: {
    create: () => assemblyAi(PATIENT_MS, false),
    createHanging: (timeoutMs) => assemblyAi(timeoutMs, true),
  },
  mistral: {
    create: () => mistral(PATIENT_MS, false),
    createHanging: (timeoutMs) => mistral(timeoutMs, true),
  },
  found: {
    create: async () => (await findServer(PATIENT_MS, false)).stt,
    createHanging: async (timeoutMs) => (await findServer(timeoutMs, true)).stt,
  },
  'whisper-server': {
    create: () => whisperServer(PATIENT_MS, false),
    createHanging: (timeoutMs) => whisperServer(timeoutMs, true),
  },
  // An engine inside the worker's process cannot be stopped in the middle; `engine-worker.test.ts` has its time limit.
  local: { create: localStt },
  'whisper-cli': {
    create: () => whisperProgram(join(FAKES, 'whisper-cpp'), PATIENT_MS),
    createHanging: async (timeoutMs) => whisperProgram(await hangingProgram('whisper-cli'), timeoutMs),
  },
}

const TTS_SUBJECTS: Readonly<Record<string, Parameters<typeof describeTtsProvider>[1]>> = {
  openai: {
    create: async () => createOpenAiTts(await openAi('tts-1', PATIENT_MS, false)),
    createHanging: async (timeoutMs) => createOpenAiTts(await openAi('tts-1', timeoutMs, true)),
    knowsItsVoices: false,
  },
  deepgram: {
    create: async () => createDeepgramTts(await deepgram(PATIENT_MS, false)),
    createHanging: async (timeoutMs) => createDeepgramTts(await deepgram(timeoutMs, true)),
    knowsItsVoices: true,
  },
  elevenlabs: {
    create: () => elevenLabs(PATIENT_MS, false),
    createHanging: (timeoutMs) => elevenLabs(timeoutMs, true),
    knowsItsVoices: false,
    knowsWordTimes: true,
  },
  cartesia: {
    create: () => cartesia(PATIENT_MS, false),
    createHanging: (timeoutMs) => cartesia(timeoutMs, true),
    knowsItsVoices: false,
    knowsWordTimes: true,
  },
  found: {
    create: async () => (await findServer(PATIENT_MS, false)).tts,
    createHanging: async (timeoutMs) => (await findServer(timeoutMs, true)).tts,
    knowsItsVoices: false,
  },
  local: { create: localTts, knowsItsVoices: true },
  piper: {
    create: () => piper(join(FAKES, 'piper'), PATIENT_MS),
    createHanging: async (timeoutMs) => piper(await hangingProgram('piper'), timeoutMs),
    knowsItsVoices: true,
  },
  // The real program is used where it is installed (`espeak.test.ts`); its stand-in accepts any voice.
  espeak: {
    create: () => createEspeakTts({ searchPath: join(FAKES, 'espeak'), timeLimitMs: PATIENT_MS }),
    knowsItsVoices: false,
  },
  flite: { create: () => flite, knowsItsVoices: true },
}

for (const [name, subject] of Object.entries(STT_SUBJECTS)) describeSttProvider(name, subject)
for (const [name, subject] of Object.entries(TTS_SUBJECTS)) describeTtsProvider(name, subject)

describe('the shared suites', () => {
  it('run over every provider of the registry, in its order', () => {
    const subjects = new Set([...Object.keys(STT_SUBJECTS), ...Object.keys(TTS_SUBJECTS)])
    expect(subjects).toEqual(new Set(SPEECH_MODULE_IDS))
    const { stt, tts } = speechRegistryOf({
      OPENAI_API_KEY: 'sk-test',
      DEEPGRAM_API_KEY: 'key',
      ASSEMBLYAI_API_KEY: 'key',
      MISTRAL_API_KEY: 'key',
      ELEVENLABS_API_KEY: 'key',
      CARTESIA_API_KEY: 'key',
      LOCAL_PROVIDERS: 'on',
      LOCAL_SPEECH: 'ask',
    })
    expect(stt.map(({ id }) => id)).toEqual(Object.keys(STT_SUBJECTS))
    expect(tts.map(({ id }) => id)).toEqual(Object.keys(TTS_SUBJECTS))
  })
})
