import type { SpeechPreparation } from '@vee/contract/http/system'
import { create } from 'zustand'

interface FetchedModel {
  /** what the server fetches while a recording waits for it */
  readonly model: SpeechPreparation | undefined
}

export const useFetchedModel = create<FetchedModel>(() => ({ model: undefined }))
