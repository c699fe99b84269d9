import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { LOCAL_PROVIDERS_VARIABLE } from '../../wire/shared-variables.ts'
import { trimmedText, variableNotes } from '#lib/variable-types.ts'
import type { SpeechModule } from '../speech-provider.ts'
import { createWhisperProgramStt } from './whisper-program.ts'
import { createWhisperServerStt } from './whisper-server.ts'

/** Default URL of whisper.cpp's server. */
const USUAL_URL = 'http://127.0.0.1:8080'

/** Transcription by a running server of whisper.cpp on this machine. */
export const whisperServerSpeech = {
  id: 'whisper-server',
  variables: LOCAL_PROVIDERS_VARIABLE,
  prices: 'free',
  create: ({ LOCAL_PROVIDERS }, { timeoutMs }) =>
    LOCAL_PROVIDERS === 'on' ? { stt: createWhisperServerStt({ url: USUAL_URL, timeoutMs }) } : {},
} as const satisfies SpeechModule<typeof LOCAL_PROVIDERS_VARIABLE>

const VARIABLES = {
  WHISPER_CPP_MODEL: trimmedText.optional().register(variableNotes, {
    meaning: 'Model file (ggml) for whisper-cli, where that program is installed',
    example: '/srv/models/ggml-small.bin',
    shownDefault: 'the smallest ggml-*.bin in models/whisper.cpp of DATA_DIR',
  }),
}

/** Transcription by the program of whisper.cpp, where it is installed. */
export const whisperProgramSpeech = {
  id: 'whisper-cli',
  variables: VARIABLES,
  prices: 'free',
  create: (variables, { searchPath, timeoutMs, dataDir }) => ({
    stt: createWhisperProgramStt({
      searchPath,
      modelFile: variables.WHISPER_CPP_MODEL,
      folders: [join(dataDir, 'models', 'whisper.cpp')],
      threads: Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2))),
      timeLimitMs: timeoutMs,
    }),
  }),
} as const satisfies SpeechModule<typeof VARIABLES>
