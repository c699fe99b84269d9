import { z } from 'zod'
import { SPEECH_WORKER } from '../server/src/lib/project-files.ts'
import { createSpeechRegistry, SPEECH_VARIABLES } from '../server/src/providers/speech/speech-registry.ts'

/**
 * Returns the providers configured by `variables`, on a machine without programs on its PATH and without
 * local models.
 */
export const speechRegistryOf = (variables: Readonly<Record<string, string>>, timeoutMs = 5_000) =>
  createSpeechRegistry(
    z.object(SPEECH_VARIABLES).parse({ LOCAL_SPEECH: 'off', LOCAL_PROVIDERS: 'off', ...variables }),
    {
      timeoutMs,
      searchPath: '',
      workerProgram: SPEECH_WORKER,
      dataDir: '',
    },
  )
