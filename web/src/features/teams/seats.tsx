import type { Organization } from '@vee/contract/entities/teams/organization'
import { MAX_SEAT_LIMIT } from '@vee/contract/entities/teams/organization-limits'
import type { updateOrganization } from '@vee/contract/http/teams/organizations'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActions } from './team-actions.ts'
import styles from './teams.module.css'

/** Shows the number of seats and the taken ones; admins change the number. */
export function Seats({ organization }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const figure = new Intl.NumberFormat(useLanguage())
  const { active, pending, limit } = organization.seats
  const parts = { active, pending, limit }
  return (
    <div className={styles['part']}>
      <h4>{t('seats.title')}</h4>
      <dl className={styles['summary']}>
        {(['active', 'pending', 'limit'] as const).map((figureKey) => (
          <div key={figureKey}>
            <dt>{t(`seats.${figureKey}`)}</dt>
            <dd>{figure.format(parts[figureKey])}</dd>
          </div>
        ))}
      </dl>
      {organization.role === 'admin' && <SeatLimit key={limit} organization={organization} />}
    </div>
  )
}

function SeatLimit({ organization: { id, seats } }: { readonly organization: Organization }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const { form, isSending, errorOf } = useForm<'seatLimit'>(async (typed) => {
    const seatLimit = Number(typed('seatLimit').trim() || Number.NaN)
    const inUse = seats.active + seats.pending
    const problem = (text: string) => ({ field: 'seatLimit', text }) as const
    if (!(seatLimit > 0)) return problem(t('seats.positive'))
    if (!Number.isInteger(seatLimit) || seatLimit > MAX_SEAT_LIMIT) {
      return problem(t('seats.whole', { max: MAX_SEAT_LIMIT }))
    }
    if (seatLimit < inUse) return problem(t('seats.inUse', { count: inUse }))
    await runAction({ done: t('seats.done'), failed: t('seats.failed') }, () =>
      api.json<typeof updateOrganization>('PATCH', '/organizations/{id}', {
        params: { id },
        body: { seatLimit },
      }),
    )
    return undefined
  })
  return (
    <form {...form} className={classNames(styles['line'], styles['short'])}>
      <TextField
        label={t('seats.change')}
        name="seatLimit"
        inputMode="numeric"
        size={6}
        autoComplete="off"
        defaultValue={seats.limit}
        error={errorOf('seatLimit')}
      />
      <Button type="submit" isLoading={isSending}>
        {t('seats.save')}
      </Button>
    </form>
  )
}
