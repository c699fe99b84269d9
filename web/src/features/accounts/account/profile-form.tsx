import type { patchProfile } from '@vee/contract/http/accounts/account'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import styles from './account.module.css'
import type { ShowNotice } from './show-notice.ts'

interface ProfileFormProps {
  readonly api: Api
  readonly showNotice: ShowNotice
  readonly displayName: string
}

export function ProfileForm({ api, showNotice, displayName }: ProfileFormProps) {
  const t = useTexts('account')
  const { form, isSending, errorOf } = useForm<'displayName'>(async (typed) => {
    try {
      const body = { displayName: typed('displayName').trim() || null }
      await api.json<typeof patchProfile>('PATCH', '/auth/profile', { body })
      showNotice({ type: 'success', title: t('saved') })
      return undefined
    } catch {
      return { field: 'displayName', text: t('failed') }
    }
  })
  return (
    <form {...form} className={styles['form']}>
      <TextField
        label={t('displayName')}
        name="displayName"
        autoComplete="name"
        maxLength={100}
        defaultValue={displayName}
        hint={t('nameHint')}
        error={errorOf('displayName')}
      />
      <Button type="submit" isLoading={isSending}>
        {t('save')}
      </Button>
    </form>
  )
}
