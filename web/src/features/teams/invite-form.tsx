import { isEmail, plainEmail } from '@vee/contract/entities/accounts/credentials'
import type { Organization, Role } from '@vee/contract/entities/teams/organization'
import { ROLES } from '@vee/contract/entities/teams/organization-limits'
import type { createInvite } from '@vee/contract/http/teams/organizations'
import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActions } from './team-actions.ts'
import styles from './teams.module.css'

/** Invites a user, while seats are available. */
export function InviteForm({ organization: { id, seats } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { api, runAction, tell } = useTeamActions()
  const element = useRef<HTMLFormElement>(null)
  const [role, setRole] = useState<Role>('builder')
  const isFull = seats.active + seats.pending >= seats.limit
  const { form, isSending, errorOf } = useForm<'email'>(async (typed) => {
    const email = plainEmail(typed('email'))
    if (isFull) return { field: 'email', text: t('invite.full') }
    if (email === '') return { field: 'email', text: t('invite.required') }
    if (!isEmail(email)) return { field: 'email', text: t('invite.malformed') }
    const isSent = await runAction({ failed: t('invite.failed') }, async () => {
      const { isMailed } = await api.json<typeof createInvite>('POST', '/organizations/{id}/invites', {
        params: { id },
        body: { email, role },
      })
      const message = isMailed ? t('invite.mailed', { email }) : t('invite.byHand')
      tell({ type: 'success', title: t('invite.done'), message })
    })
    if (isSent) element.current?.reset()
    return undefined
  })
  return (
    <div className={styles['part']}>
      <h4>{t('invite.title')}</h4>
      <form {...form} ref={element} className={styles['line']}>
        <TextField
          label={t('invite.email')}
          name="email"
          type="email"
          autoComplete="off"
          error={isFull ? t('invite.full') : errorOf('email')}
        />
        <Select
          label={t('members.role')}
          value={role}
          options={ROLES.map((value) => ({ value, label: t.texts.roles[value] }))}
          onChange={(value) => setRole(ROLES.find((option) => option === value) ?? 'builder')}
        />
        <Button type="submit" variant="primary" icon={Send} isLoading={isSending}>
          {t('invite.submit')}
        </Button>
      </form>
      <p className={styles['hint']}>{t(`rights.${role}`)}</p>
    </div>
  )
}
