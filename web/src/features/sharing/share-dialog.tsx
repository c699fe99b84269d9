import type { ShareRight } from '@vee/contract/entities/teams/share-right'
import type { listOrganizations } from '@vee/contract/http/teams/organizations'
import type { meetingShares } from '@vee/contract/http/teams/shares'
import { Link2 } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { LinkManager } from './link-manager.tsx'
import styles from './sharing.module.css'

interface ShareDialogProps extends ShareProps {
  readonly onClose: () => void
}

/** A team in which the owner may share, and the current rights of its members. */
interface Team {
  readonly id: string
  readonly name: string
  readonly right: ShareRight | 'none'
}

type TeamsState = 'loading' | 'failed' | readonly Team[]

const RIGHTS = ['none', 'use', 'edit'] as const

/** Sets the rights of each team. Choices are saved at once. */
export function ShareDialog({ api, kind, id, title, onClose }: ShareDialogProps) {
  const t = useTexts('sharing')
  const common = useTexts('common')
  const { teamsState, setTeamsState, reload } = useTeams({ api, kind, id })
  const teams = typeof teamsState === 'object' ? teamsState : []
  const { notice, hasFailed, isBusy, choose, copy } = useShareChanges({ api, kind, id }, (team) =>
    setTeamsState(teams.map((shown) => (shown.id === team.id ? team : shown))),
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title', { title })}
      description={t('lead')}
      closeLabel={common('close')}
    >
      <div className={styles['parts']}>
        {teamsState === 'loading' && <Skeleton lines={3} />}
        {teamsState === 'failed' && (
          <Banner
            tone="error"
            title={t('failed')}
            actions={<Button onClick={reload}>{common('retry')}</Button>}
          />
        )}
        {typeof teamsState === 'object' && teams.length === 0 && (
          <p className={styles['note']}>{t('none')}</p>
        )}
        {teams.map((team) => (
          <TeamRight
            key={team.id}
            team={team}
            isBusy={isBusy}
            onChoose={(right) => void choose(team, right)}
          />
        ))}
        {kind === 'meeting' && teams.some(({ right }) => right !== 'none') && (
          <div>
            <Button icon={Link2} onClick={() => void copy()}>
              {t('copyLink')}
            </Button>
          </div>
        )}
        {kind === 'meeting' && <LinkPart api={api} thing={{ kind, id, title }} />}
        {hasFailed && <Banner tone="error" title={t('failed')} />}
        <output className={styles['note']}>{notice}</output>
      </div>
    </Dialog>
  )
}

/** Changes the rights of teams, and copies the address of a meeting, with their outcome. */
function useShareChanges({ api, kind, id }: Thing, onChanged: (team: Team) => void) {
  const t = useTexts('sharing')
  const calls = callsOf({ api, kind, id })
  const [notice, setTold] = useState('')
  const [hasFailed, setFailed] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function choose(team: Team, right: Team['right']): Promise<void> {
    setBusy(true)
    setFailed(false)
    setTold('')
    try {
      await (right === 'none' ? calls.stop(team.id) : calls.share(team.id, right))
      onChanged({ ...team, right })
      setTold(t('saved', { organization: team.name, right: t(`rights.${right}`) }))
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  async function copy(): Promise<void> {
    setFailed(false)
    try {
      await navigator.clipboard.writeText(`${globalThis.location.origin}/meetings/${encodeURIComponent(id)}`)
      setTold(t('linkCopied'))
    } catch {
      setFailed(true)
    }
  }
  return { notice, hasFailed, isBusy, choose, copy }
}

interface TeamRightProps {
  readonly team: Team
  readonly isBusy: boolean
  readonly onChoose: (right: Team['right']) => void
}

/** Chooses what the members of a team may do. */
function TeamRight({ team, isBusy, onChoose }: TeamRightProps) {
  const t = useTexts('sharing')
  return (
    <Select
      label={t('with', { organization: team.name })}
      value={team.right}
      aria-disabled={isBusy}
      options={RIGHTS.map((value) => ({ value, label: t(`rights.${value}`) }))}
      onChange={(value) => {
        const right = RIGHTS.find((option) => option === value)
        if (right && !isBusy) onChoose(right)
      }}
    />
  )
}

/** Links are for strangers, and stay folded below the teams. */
function LinkPart(props: ComponentProps<typeof LinkManager>) {
  const t = useTexts('sharing')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles['parts']}>
      <div>
        <Button icon={Link2} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('links.title')}
        </Button>
      </div>
      {isOpen && <LinkManager {...props} />}
    </section>
  )
}

type Thing = Pick<ShareProps, 'api' | 'kind' | 'id'>

function callsOf({ api, kind, id }: Thing) {
  const shares = SHARE_PATHS[kind]
  return {
    list: () => api.json<typeof meetingShares.list>('GET', shares.all, { params: { id } }),
    share: (organizationId: string, right: ShareRight) =>
      api.json<typeof meetingShares.share>('PUT', shares.one, {
        params: { id, organizationId },
        body: { right },
      }),
    stop: (organizationId: string) =>
      api.send<typeof meetingShares.stop>('DELETE', shares.one, { params: { id, organizationId } }),
  }
}

const SHARE_PATHS = {
  meeting: { all: '/meetings/{id}/shares', one: '/meetings/{id}/shares/{organizationId}' },
  agent: { all: '/agents/{id}/shares', one: '/agents/{id}/shares/{organizationId}' },
  project: { all: '/projects/{id}/shares', one: '/projects/{id}/shares/{organizationId}' },
} as const

/** Returns the teams in which the user may share, and those with an existing share. */
async function readTeams(thing: Thing): Promise<readonly Team[]> {
  const [{ organizations }, { shares }] = await Promise.all([
    thing.api.json<typeof listOrganizations>('GET', '/organizations'),
    callsOf(thing).list(),
  ])
  return organizations
    .map(({ id, name, members }) => ({
      id,
      name,
      isViewer: members.some(({ isCurrentUser, role }) => isCurrentUser && role === 'viewer'),
      right: shares.find(({ organization }) => organization.id === id)?.right ?? ('none' as const),
    }))
    .filter(({ isViewer, right }) => !isViewer || right !== 'none')
}

function useTeams({ api, kind, id }: Thing) {
  const [teamsState, setTeamsState] = useState<TeamsState>('loading')
  const load = useCallback(
    () => readTeams({ api, kind, id }).then(setTeamsState, () => setTeamsState('failed')),
    [api, kind, id],
  )
  useEffect(() => void load(), [load])
  useOnTeamChange(() => void load())
  const reload = () => {
    setTeamsState('loading')
    void load()
  }
  return { teamsState, setTeamsState, reload }
}
