import type { Api } from '#lib/http/index.ts'

/** A notice to the user. */
interface PromptNotice {
  readonly type: 'success' | 'error'
  readonly title: string
}

export interface PromptTools {
  readonly api: Api
  readonly tell: (notice: PromptNotice) => void
}
