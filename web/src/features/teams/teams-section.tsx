import type { getAuth } from '@vee/contract/http/accounts/auth'
import { Plus, Users } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { MAX_ORGANIZATION_NAME_LENGTH } from '@vee/contract/entities/teams/organization-limits'
import type { createOrganization } from '@vee/contract/http/teams/organizations'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import {
  TeamActionsContext,
  type RenderTeamKnowledge,
  type TeamActions,
  type TeamNotice,
  useTeamActions,
} from './team-actions.ts'
import { ActiveTeam } from './active-team.tsx'
import { Team } from './team.tsx'
import styles from './teams.module.css'
import { useTeamFailureText } from './use-failure-text.ts'
import { type Teams, useTeams } from './use-teams.ts'

interface TeamsSectionProps {
  readonly api: Api
  readonly tell: (notice: TeamNotice) => void
  readonly renderKnowledge: RenderTeamKnowledge
}

/** The teams of the signed-in user: create, manage, leave. */
export function TeamsSection(props: TeamsSectionProps) {
  const t = useTexts('teams')
  if (!useSharedAccess(props.api)) return <OwnTeams {...props} />
  return (
    <Banner tone="info" title={t('shared.title')} isAnnounced={false}>
      {t('shared.text')}
    </Banner>
  )
}

/** Returns true for a passphrase holder, who is not an identifiable user. */
function useSharedAccess(api: Api): boolean {
  const [isShared, setShared] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    api
      .json<typeof getAuth>('GET', '/auth', { signal: stop.signal })
      .then(({ tokenProvider }) => setShared(tokenProvider === 'global'))
      // Without a response the list of teams shows that the server is unavailable.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api])
  return isShared
}

function OwnTeams({ api, tell, renderKnowledge }: TeamsSectionProps) {
  const t = useTexts('teams')
  const teams = useTeams(api)
  const actions = useCreatedActions(api, tell, teams)
  useScrollHere(teams.state.status)

  if (teams.state.status === 'loading') {
    return (
      <div aria-busy="true" aria-label={t('loading')} role="status">
        <Skeleton lines={4} />
      </div>
    )
  }
  if (teams.state.status === 'failed') {
    return (
      <Banner
        tone="error"
        title={t('loadFailed')}
        actions={<Button onClick={() => void teams.reload()}>{t('retry')}</Button>}
      />
    )
  }
  return (
    <TeamActionsContext value={{ ...actions, renderKnowledge }}>
      <ReadyTeams {...teams.state} />
    </TeamActionsContext>
  )
}

function ReadyTeams({ organizations, activeId }: Extract<Teams['state'], { status: 'ready' }>) {
  const t = useTexts('teams')
  const [wantedId, setWantedId] = useState<string>()
  const [isCreating, setCreating] = useState(false)
  const shown = organizations.find(({ id }) => id === wantedId) ?? organizations[0]
  if (!shown) {
    return (
      <>
        <EmptyState icon={Users} title={t('empty.title')} level={3}>
          {t('empty.text')}
        </EmptyState>
        <CreateTeam onCreated={setWantedId} />
      </>
    )
  }
  return (
    <div className={styles['teams']}>
      <div className={styles['head']}>
        {organizations.length > 1 && (
          <div className={styles['choice']}>
            <Select
              label={t('choose')}
              value={shown.id}
              options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setWantedId}
            />
          </div>
        )}
        <ActiveTeam organizations={organizations} activeId={activeId} />
      </div>
      <Team key={shown.id} organization={shown} />
      <div>
        <Button icon={Plus} aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
          {t('create.another')}
        </Button>
        {isCreating && (
          <CreateTeam
            onCreated={(id) => {
              setCreating(false)
              setWantedId(id)
            }}
          />
        )}
      </div>
    </div>
  )
}

function useCreatedActions(
  api: Api,
  tell: (notice: TeamNotice) => void,
  { reload }: Teams,
): Omit<TeamActions, 'renderKnowledge'> {
  const failureText = useTeamFailureText()
  // The actions keep their identity when the texts of the page change.
  const texts = useRef(failureText)
  const notify = useRef(tell)
  useEffect(() => {
    texts.current = failureText
    notify.current = tell
  })
  return useMemo(
    () => ({
      api,
      tell: (notice) => notify.current(notice),
      async runAction({ done, failed }, work) {
        try {
          await work()
        } catch (error) {
          notify.current({ type: 'error', title: failed, message: texts.current(error) })
          // Another user may have changed it in the meantime.
          await reload()
          return false
        }
        if (done !== undefined) notify.current({ type: 'success', title: done })
        await reload()
        return true
      },
    }),
    [api, reload],
  )
}

/**
 * Scrolls to this section for a link to it, which is opened before the section is mounted, and while the
 * content above it still grows.
 */
function useScrollHere(status: Teams['state']['status']): void {
  useEffect(() => {
    if (globalThis.location.hash !== '#teams' || status === 'loading') return
    document.getElementById('teams')?.scrollIntoView()
  }, [status])
}

/** Creates a team with a name; its creator becomes the first admin. */
function CreateTeam({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const { form, isSending, errorOf } = useForm<'name'>(async (typed) => {
    const name = typed('name').trim()
    if (name === '') return { field: 'name', text: t('create.required') }
    await runAction({ done: t('create.done'), failed: t('create.failed') }, async () => {
      const { id } = await api.json<typeof createOrganization>('POST', '/organizations', { body: { name } })
      onCreated(id)
    })
    return undefined
  })
  return (
    <form {...form} className={styles['line']}>
      <TextField
        label={t('create.name')}
        name="name"
        autoComplete="organization"
        maxLength={MAX_ORGANIZATION_NAME_LENGTH}
        error={errorOf('name')}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        {t('create.submit')}
      </Button>
    </form>
  )
}
