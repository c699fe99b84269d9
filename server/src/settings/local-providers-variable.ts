import { onOff, variableNotes } from './variable-types.ts'

/** Shared by models and speech. */
export const LOCAL_PROVIDERS_VARIABLE = {
  LOCAL_PROVIDERS: onOff.default('on').register(variableNotes, {
    meaning: 'Look for Ollama, LM Studio and servers of speech on this machine',
    example: 'off',
  }),
}
