import type { Api } from './http/index.ts'

/** The content to be shared with a team. */
export interface ShareProps {
  readonly api: Api
  readonly kind: 'meeting' | 'agent' | 'project'
  readonly id: string
  readonly title: string
}
