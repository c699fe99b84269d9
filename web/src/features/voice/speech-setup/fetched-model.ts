import type { ModelDownload } from '@vee/contract/http/system'
import { create } from 'zustand'

interface FetchedModel {
  /** the model that the server downloads while a recording waits for it */
  readonly model: ModelDownload | undefined
}

export const useFetchedModel = create<FetchedModel>(() => ({ model: undefined }))
