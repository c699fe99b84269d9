import type { Organization } from '@vee/contract/entities/teams/organization'
import type { updateOrganization } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Switch } from '#ui/controls/choice.tsx'
import { useTeamActions } from './team-actions.ts'

/** Whether members may make links with which anyone can read. */
export function LinkPolicy({ organization: { id, allowsLinks } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [isSaving, setSaving] = useState(false)

  async function choose(isAllowed: boolean): Promise<void> {
    setSaving(true)
    await runAction({ done: t('pool.saved'), failed: t('pool.notSaved') }, () =>
      api.json<typeof updateOrganization>('PATCH', '/organizations/{id}', {
        params: { id },
        body: { allowsLinks: isAllowed },
      }),
    )
    setSaving(false)
  }
  return (
    <Switch
      label={t('links.label')}
      isOn={allowsLinks}
      isDisabled={isSaving}
      onChange={(isOn) => void choose(isOn)}
    />
  )
}
