import type { Member, Organization, Role } from '@vee/contract/entities/teams/organization'
import { ROLES } from '@vee/contract/entities/teams/organization-limits'
import type { removeMember, updateMember } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { leaveWithoutNotice } from '#lib/team-changes.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Table } from '#ui/display/table.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { useTeamActions } from './team-actions.ts'
import { MemberLimitEditor } from './member-limit-editor.tsx'
import { Confirm } from './confirm.tsx'
import styles from './teams.module.css'

/** Lists the members with their roles, and today's usage. */
export function MembersTable({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  return (
    <div className={styles['part']}>
      <h4>{t('members.title')}</h4>
      <Table caption={t('members.title')} isCaptionHidden isStackedWhenNarrow>
        <thead>
          <tr>
            <th scope="col">{t('members.email')}</th>
            <th scope="col">{t('members.role')}</th>
            <th scope="col">{t('members.status')}</th>
            <th scope="col">{t('members.today')}</th>
            <th scope="col">{t('members.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {organization.members.map((member) => (
            <MemberRow key={member.id} organization={organization} member={member} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

interface MemberProps {
  readonly organization: Organization
  readonly member: Member
}

function MemberRow({ organization, member }: MemberProps) {
  const t = useTexts('teams')
  const isAdmin = organization.role === 'admin'
  return (
    <tr>
      <th scope="row" className={styles['email']}>
        {member.email} {member.isCurrentUser && <Badge tone="accent">{t('members.you')}</Badge>}
      </th>
      <td className={styles['role']} data-label={t('members.role')}>
        {isAdmin ? <RoleChoice organization={organization} member={member} /> : t.texts.roles[member.role]}
      </td>
      <td data-label={t('members.status')}>
        {/* An unknown status of a later server is shown unchanged. */}
        <Badge tone="success">{member.status === 'active' ? t('members.active') : member.status}</Badge>
      </td>
      <td data-label={t('members.today')}>
        <MemberLimitEditor organizationId={organization.id} member={member} canEdit={isAdmin} />
      </td>
      <td>
        {(isAdmin || member.isCurrentUser) && <Departure organization={organization} member={member} />}
      </td>
    </tr>
  )
}

function RoleChoice({ organization: { id }, member }: MemberProps) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isSaving, setSaving] = useState(false)

  async function choose(role: Role): Promise<void> {
    setSaving(true)
    await runAction({ done: t('role.done'), failed: t('role.failed') }, () =>
      api.json<typeof updateMember>('PATCH', '/organizations/{id}/members/{memberId}', {
        params: { id, memberId: member.id },
        body: { role },
      }),
    )
    setSaving(false)
  }
  return (
    <Select
      label={t('role.of', { email: member.email })}
      isLabelHidden
      value={member.role}
      disabled={isSaving}
      options={ROLES.map((value) => ({ value, label: t.texts.roles[value] }))}
      onChange={(value) => {
        const role = ROLES.find((option) => option === value)
        if (role) void choose(role)
      }}
    />
  )
}

/** Leaves the team, or removes a member, after a confirmation. */
function Departure({ organization: { id, name }, member }: MemberProps) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isAsking, setAsking] = useState(false)
  const which = member.isCurrentUser ? 'leave' : 'remove'

  const remove = () =>
    api.json<typeof removeMember>('DELETE', '/organizations/{id}/members/{memberId}', {
      params: { id, memberId: member.id },
    })
  const depart = () =>
    runAction({ done: t(`${which}.done`), failed: t(`${which}.failed`) }, () =>
      member.isCurrentUser ? leaveWithoutNotice(id, remove) : remove(),
    )
  return (
    <>
      <Button size="compact" onClick={() => setAsking(true)}>
        {t(`${which}.open`)}
        {!member.isCurrentUser && <VisuallyHidden> {member.email}</VisuallyHidden>}
      </Button>
      {isAsking && (
        <Confirm
          title={
            member.isCurrentUser ? t('leave.title', { name }) : t('remove.title', { email: member.email })
          }
          text={member.isCurrentUser ? t('leave.text') : t('remove.text', { name })}
          action={t(`${which}.open`)}
          onClose={() => setAsking(false)}
          onConfirm={depart}
        />
      )}
    </>
  )
}
