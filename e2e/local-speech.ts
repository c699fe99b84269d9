import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModelHub, type ModelHub } from '../fakes/model-hub/index.ts'
import { wordsModel, wordsSettings } from '../fakes/speech-models/index.ts'

type Provide<Value> = (value: Value) => Promise<void>

export interface LocalSpeech {
  readonly hub: ModelHub
}

/**
 * Fixtures of a server without a key: its recognizer must be downloaded from `hub`, and its voice is Flite's.
 */
export const localSpeech = {
  hub: async ({}, provide: Provide<ModelHub>) => {
    const { hubFiles } = await wordsModel()
    const hub = await startModelHub(hubFiles)
    await provide(hub)
    await hub.close()
  },
  settings: async ({ hub }: LocalSpeech, provide: Provide<Readonly<Record<string, string>>>) => {
    const folder = await mkdtemp(join(tmpdir(), 'vee-catalogue-'))
    await provide({ ...(await wordsSettings(folder, hub.url)), TTS_PROVIDERS: 'flite' })
    await rm(folder, { recursive: true })
  },
}
