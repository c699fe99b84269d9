import type { HostOrganization } from '@vee/contract/entities/host'
import { MAX_SEAT_LIMIT } from '@vee/contract/entities/teams/organization-limits'
import type {
  deleteHostOrganization,
  listHostOrganizations,
  updateHostOrganization,
} from '@vee/contract/http/host'
import { Check, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { usePages } from '#lib/http/use-pages.ts'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Table } from '#ui/display/table.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { ListFrame } from './list-frame.tsx'

/** Lists all organizations of the server. */
export function HostOrganizationsTab() {
  const t = useTexts('host')
  const { api, showFailure } = useHostActions()
  const pages = usePages(
    'organizations',
    (query, signal) =>
      api.json<typeof listHostOrganizations>('GET', '/host/organizations', {
        query,
        ...(signal && { signal }),
      }),
    showFailure,
  )
  return (
    <ListFrame pages={pages}>
      {(items) => (
        <Table caption={t('organizations.caption')} isCaptionHidden>
          <thead>
            <tr>
              <th scope="col">{t('organizations.name')}</th>
              <th scope="col">{t('organizations.payer')}</th>
              <th scope="col">{t('plan')}</th>
              <th scope="col">{t('organizations.seats')}</th>
              <th scope="col" data-align="end">
                {t('organizations.pool')}
              </th>
              <th scope="col">{t('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map((organization) => (
              <Row key={organization.id} organization={organization} onChanged={pages.reload} />
            ))}
          </tbody>
        </Table>
      )}
    </ListFrame>
  )
}

interface RowProps {
  readonly organization: HostOrganization
  readonly onChanged: () => void
}

function Row({ organization, onChanged }: RowProps) {
  const t = useTexts('host')
  const common = useTexts('common')
  const plans = useTexts('teams').texts.plans
  const figure = new Intl.NumberFormat(useLanguage())
  const { api, runAction } = useHostActions()
  const [isAsking, setAsking] = useState(false)
  const { id, name, payerEmail, planId, pool } = organization
  const close = () =>
    runAction(t('organizations.closeDone'), () =>
      api.json<typeof deleteHostOrganization>('DELETE', '/host/organizations/{id}', { params: { id } }),
    ).then(onChanged)
  return (
    <tr>
      <th scope="row" className={styles['who']}>
        {name}
      </th>
      <td>{payerEmail ?? '–'}</td>
      <td>{plans[planId]}</td>
      <td className={styles['choice']}>
        <SeatLimit organization={organization} onChanged={onChanged} />
      </td>
      <td data-align="end">
        {figure.format(pool.used)} / {figure.format(pool.total)}
      </td>
      <td>
        <Button size="compact" variant="danger" icon={Trash2} onClick={() => setAsking(true)}>
          {t('organizations.close')}
        </Button>
        {isAsking && (
          <ConfirmDialog
            title={t('organizations.closeTitle', { name })}
            text={t('organizations.closeText')}
            action={t('organizations.close')}
            cancelLabel={common('cancel')}
            closeLabel={common('close')}
            onClose={() => setAsking(false)}
            onConfirm={close}
          />
        )}
      </td>
    </tr>
  )
}

function SeatLimit({ organization: { id, name, seats }, onChanged }: RowProps) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const used = seats.active + seats.pending
  const { form, isSending, errorOf } = useForm<'seatLimit'>(async (typed) => {
    const seatLimit = Number(typed('seatLimit'))
    if (!Number.isInteger(seatLimit) || seatLimit < Math.max(1, used) || seatLimit > MAX_SEAT_LIMIT) {
      return { field: 'seatLimit', text: t('organizations.invalid') }
    }
    const isDone = await runAction(t('organizations.resizeDone'), () =>
      api.json<typeof updateHostOrganization>('PATCH', '/host/organizations/{id}', {
        params: { id },
        body: { seatLimit },
      }),
    )
    if (isDone) onChanged()
    return undefined
  })
  return (
    <form {...form} className={styles['inline']}>
      <TextField
        label={t('organizations.limitOf', { name })}
        isLabelHidden
        name="seatLimit"
        inputMode="numeric"
        size={6}
        defaultValue={seats.limit}
        hint={t('organizations.seatCount', { used, limit: seats.limit })}
        error={errorOf('seatLimit')}
      />
      <IconButton type="submit" icon={Check} label={t('organizations.save')} disabled={isSending} />
    </form>
  )
}
