import { createContext, use, type ReactNode } from 'react'
import type { Api } from '#lib/http/index.ts'

/** A notice to the user. */
export interface TeamNotice {
  readonly type: 'success' | 'error' | 'warning'
  readonly title: string
  readonly message?: string
}

interface Titles {
  /** without it, success needs no notice */
  readonly done?: string
  readonly failed: string
}

/** Renders the files and pages from which assistants answer the members of a team. */
export type RenderTeamKnowledge = (organizationId: string, mayEdit: boolean) => ReactNode

/** Dependencies of the team components. */
export interface TeamActions {
  readonly api: Api
  readonly tell: (notice: TeamNotice) => void
  readonly renderKnowledge: RenderTeamKnowledge
  /**
   * Performs an action, shows a notice about its result, and reloads. Resolves with whether it succeeded;
   * never rejects.
   */
  readonly runAction: (titles: Titles, work: () => Promise<unknown>) => Promise<boolean>
}

export const TeamActionsContext = createContext<TeamActions | undefined>(undefined)

export function useTeamActions(): TeamActions {
  const actions = use(TeamActionsContext)
  if (!actions) throw new Error('this part stands outside of the teams')
  return actions
}
