import type { Api } from './api/index.ts'

/** What is to be shared with a team, for the part that does it. */
export interface ShareProps {
  readonly api: Api
  readonly kind: 'meeting' | 'agent'
  readonly id: string
  readonly title: string
}
