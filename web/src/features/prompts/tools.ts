import type { Api } from '#lib/api/index.ts'

/** Something to tell the user. */
interface PromptNotice {
  readonly type: 'success' | 'error'
  readonly title: string
}

export interface PromptTools {
  readonly api: Api
  readonly tell: (notice: PromptNotice) => void
}
