import type { OrganizationMembership } from '@vee/contract/entities/teams/organization'
import type { getMemberships } from '@vee/contract/http/teams/organizations'
import { useEffect, useRef } from 'react'
import { loadLazyTexts, textsNow } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { followAnswers } from '#lib/http/follow-answers.ts'
import { followOwner } from '#lib/storage/tab-session.ts'
import { useTeamChanges, wasLeftByUser } from '#lib/team-changes.ts'
import type { TeamNotice } from './team-actions.ts'

type Seat = OrganizationMembership['seats'][number]

interface TeamWatchProps {
  readonly api: Api
  readonly tell: (notice: TeamNotice) => void
  /** called after a change of the user's seats or their rights */
  readonly onChanged: () => void
  /** called when the user's session was ended in another tab */
  readonly onLeft: () => void
}

/**
 * Watches, on every screen, for changes of the user's seats, and for the end of the session, which the API
 * client handles: access ends at once in every open tab, and data of the previous user is cleared.
 */
export function TeamWatch({ api, tell, onChanged, onLeft }: TeamWatchProps) {
  const here = useRef({ tell, onChanged, onLeft })
  useEffect(() => {
    here.current = { tell, onChanged, onLeft }
  })
  useEffect(() => followOwner(api, () => here.current.onLeft()), [api])
  useEffect(() => {
    let memberships: (OrganizationMembership & { readonly version: string }) | undefined
    return followAnswers(async (signal) => {
      // A user who signs out here is redirected in a moment.
      if (readToken() === undefined) return 'none'
      try {
        const response = await api.json<typeof getMemberships>('GET', '/organizations/memberships', {
          query: { seen: memberships?.version },
          signal,
        })
        const before = memberships
        memberships = response
        if (response.version === before?.version) return 'same'
        if (before) {
          useTeamChanges.setState(({ round }) => ({ round: round + 1 }))
          here.current.onChanged()
          await tellChanges(before.seats, response.seats, here.current.tell)
        }
        return 'new'
      } catch {
        // Already logged by the API client.
        return 'none'
      }
    })
  }, [api])
  return null
}

async function tellChanges(
  before: readonly Seat[],
  now: readonly Seat[],
  tell: TeamWatchProps['tell'],
): Promise<void> {
  await loadLazyTexts()
  const t = textsNow('teams')
  for (const { id, name, role } of before) {
    const organization = now.find((candidate) => candidate.id === id)
    if (!organization && !wasLeftByUser(id)) {
      tell({ type: 'warning', title: t('changed.gone', { name }), message: t('changed.goneText') })
    }
    if (organization && organization.role !== role) {
      tell({
        type: 'warning',
        title: t('changed.role', { name: organization.name, role: t.texts.roles[organization.role] }),
      })
    }
  }
}
