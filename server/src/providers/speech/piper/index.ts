import { join } from 'node:path'
import { trimmedText, variableNotes } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createPiperTts } from './piper-tts.ts'

const VARIABLES = {
  PIPER_VOICES: trimmedText.optional().register(variableNotes, {
    meaning: 'Folder with voices (.onnx and .onnx.json) for Piper, where that program is installed',
    example: '/srv/piper-voices',
    shownDefault: 'models/piper in DATA_DIR, then /usr/share/piper-voices',
  }),
}

/** Speech by Piper, where it is installed. */
export const piperSpeech = {
  id: 'piper',
  variables: VARIABLES,
  prices: 'free',
  create: (variables, { searchPath, timeoutMs, dataDir }) => ({
    tts: createPiperTts({
      searchPath,
      folders:
        variables.PIPER_VOICES === undefined
          ? [join(dataDir, 'models', 'piper'), '/usr/share/piper-voices']
          : [variables.PIPER_VOICES],
      timeLimitMs: timeoutMs,
    }),
  }),
} as const satisfies SpeechModule<typeof VARIABLES>
