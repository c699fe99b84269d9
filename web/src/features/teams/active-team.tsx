import type { Organization } from '@vee/contract/entities/teams/organization'
import type { activateOrganization } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Select } from '#ui/controls/select.tsx'
import { useTeamActions } from './team-actions.ts'
import styles from './teams.module.css'

const OWN = 'own'

interface ActiveTeamProps {
  readonly organizations: readonly Organization[]
  readonly activeId: string | null
}

/** The choice of the organization whose pool the user spends from. */
export function ActiveTeam({ organizations, activeId }: ActiveTeamProps) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isSaving, setSaving] = useState(false)
  const active = organizations.find(({ id }) => id === activeId)
  const hasPool = active === undefined || active.usage.primary.total > 0

  async function choose(value: string): Promise<void> {
    setSaving(true)
    await runAction({ done: t('active.done'), failed: t('active.failed') }, () =>
      api.json<typeof activateOrganization>('PATCH', '/organizations/active', {
        body: { organizationId: value === OWN ? null : value },
      }),
    )
    setSaving(false)
  }
  return (
    <div className={styles['choice']}>
      <Select
        label={t('active.label')}
        hint={t(hasPool ? 'active.hint' : 'active.noPool')}
        value={activeId ?? OWN}
        disabled={isSaving}
        options={[
          ...organizations.map(({ id, name }) => ({ value: id, label: name })),
          { value: OWN, label: t('active.own') },
        ]}
        onChange={(value) => void choose(value)}
      />
    </div>
  )
}
