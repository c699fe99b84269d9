import type { Organization } from '@vee/contract/entities/teams/organization'
import type { deleteOrganization, updateOrganization } from '@vee/contract/http/teams/organizations'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { leaveWithoutNotice } from '#lib/team-changes.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActions } from './team-actions.ts'
import { Confirm } from './confirm.tsx'
import { InviteForm } from './invite-form.tsx'
import { MembersTable } from './members-table.tsx'
import { PendingInvites } from './pending-invites.tsx'
import { LinkPolicy } from './link-policy.tsx'
import { PoolMeter } from './pool-meter.tsx'
import { Seats } from './seats.tsx'
import { TeamAccess } from './team-access.tsx'
import { TeamAudit } from './team-audit.tsx'
import { TeamEndpoints } from './team-endpoints.tsx'
import { TeamUsageTab } from './team-usage.tsx'
import styles from './teams.module.css'

/** One team, according to the caller's role: admins manage it, other members see it. */
export function Team({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { renderKnowledge } = useTeamActions()
  const isAdmin = organization.role === 'admin'
  return (
    <div className={styles['team']}>
      <div className={styles['about']}>
        <TeamName organization={organization} />
        <PoolMeter organization={organization} />
        {isAdmin && <LinkPolicy organization={organization} />}
      </div>
      {isAdmin ? (
        <Dashboard organization={organization} />
      ) : (
        <>
          <Seats organization={organization} />
          <MembersTable organization={organization} />
          <p className={styles['hint']}>{t(`rights.${organization.role}`)}</p>
          <h4>{t('tabs.knowledge')}</h4>
          {renderKnowledge(organization.id, organization.role === 'builder')}
        </>
      )}
    </div>
  )
}

const TABS = ['people', 'knowledge', 'access', 'models', 'usage', 'audit'] as const

/** The admins' views: members and limits, sign-in, models, usage, and the audit log. */
function Dashboard({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { renderKnowledge } = useTeamActions()
  const [tab, setTab] = useState<(typeof TABS)[number]>('people')
  return (
    <Tabs
      label={t('tabs.label')}
      tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
      selected={tab}
      onSelect={setTab}
    >
      {tab === 'people' && (
        <div className={styles['team']}>
          <Seats organization={organization} />
          <MembersTable organization={organization} />
          <InviteForm organization={organization} />
          <PendingInvites organization={organization} />
          <CloseTeam organization={organization} />
        </div>
      )}
      {tab === 'knowledge' && renderKnowledge(organization.id, true)}
      {tab === 'access' && <TeamAccess organizationId={organization.id} />}
      {tab === 'models' && <TeamEndpoints organizationId={organization.id} />}
      {tab === 'usage' && <TeamUsageTab organizationId={organization.id} />}
      {tab === 'audit' && <TeamAudit organizationId={organization.id} />}
    </Tabs>
  )
}

function TeamName({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const common = useTexts('common')
  const { api, runAction } = useTeamActions()
  const [isEditing, setEditing] = useState(false)
  const { form, isSending, errorOf } = useForm<'name'>(async (typed) => {
    const name = typed('name').trim()
    if (name === '') return { field: 'name', text: t('rename.required') }
    const isDone = await runAction({ done: t('rename.done'), failed: t('rename.failed') }, () =>
      api.json<typeof updateOrganization>('PATCH', '/organizations/{id}', {
        params: { id: organization.id },
        body: { name },
      }),
    )
    if (isDone) setEditing(false)
    return undefined
  })
  if (isEditing) {
    return (
      <form {...form} className={styles['line']}>
        <TextField
          label={t('create.name')}
          name="name"
          defaultValue={organization.name}
          error={errorOf('name')}
        />
        <Button type="submit" variant="primary" isLoading={isSending}>
          {t('save')}
        </Button>
        <Button onClick={() => setEditing(false)}>{common('cancel')}</Button>
      </form>
    )
  }
  return (
    <div className={styles['title']}>
      <h3>{organization.name}</h3>
      <Badge tone="accent">{t.texts.roles[organization.role]}</Badge>
      <Badge>{t.texts.plans[organization.planId]}</Badge>
      {organization.role === 'admin' && (
        <IconButton icon={Pencil} label={t('rename.open')} onClick={() => setEditing(true)} />
      )}
    </div>
  )
}

function CloseTeam({ organization: { id, name } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isAsking, setAsking] = useState(false)

  const close = () =>
    runAction({ done: t('close.done'), failed: t('close.failed') }, () =>
      leaveWithoutNotice(id, () =>
        api.json<typeof deleteOrganization>('DELETE', '/organizations/{id}', { params: { id } }),
      ),
    )
  return (
    <div>
      <Button variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t('close.open')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('close.title', { name })}
          text={t('close.text')}
          action={t('close.open')}
          onClose={() => setAsking(false)}
          onConfirm={close}
        />
      )}
    </div>
  )
}
