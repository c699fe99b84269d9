import { ORGANIZATION_NAME_MAX_LENGTH } from '@vee/contract/entities/teams/organization-limits'
import type { createOrganization } from '@vee/contract/http/teams/organizations'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActs } from './act.ts'
import styles from './teams.module.css'

/** Creates a team with a name; its creator becomes the first admin. */
export function CreateTeam({ onCreated }: { readonly onCreated: (id: string) => void }) {
  const t = useTexts('teams')
  const { api, act } = useTeamActs()
  const { form, isSending, errorOf } = useForm<'name'>(async (typed) => {
    const name = typed('name').trim()
    if (name === '') return { field: 'name', text: t('create.required') }
    await act({ done: t('create.done'), failed: t('create.failed') }, async () => {
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
        maxLength={ORGANIZATION_NAME_MAX_LENGTH}
        error={errorOf('name')}
      />
      <Button type="submit" variant="primary" isLoading={isSending}>
        {t('create.submit')}
      </Button>
    </form>
  )
}
