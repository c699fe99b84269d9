import type { HostAction, HostAuditEntry } from '@vee/contract/entities/host'
import { HOST_ACTIONS } from '@vee/contract/entities/host-limits'
import type { listHostAudit } from '@vee/contract/http/host'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/download-csv.ts'
import { usePeriod } from '#lib/use-period.ts'
import { Button } from '#ui/button.tsx'
import { PeriodFields } from '#ui/period-fields.tsx'
import { Select } from '#ui/select.tsx'
import { Table } from '#ui/table.tsx'
import { useHostActs } from './acts.ts'
import styles from './host.module.css'
import { ListFrame } from './list-frame.tsx'
import { usePages } from './use-pages.ts'

/** Who changed what on this server, when, and what it was before. */
export function HostAudit() {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const { api, tellFailure } = useHostActs()
  const [action, setAction] = useState<HostAction>()
  const period = usePeriod()
  const filter = { ...period.query, ...(action !== undefined && { action }) }
  const pages = usePages(JSON.stringify(filter), (query, signal) =>
    api.json<typeof listHostAudit>('GET', '/host/audit', {
      query: { ...filter, ...query },
      ...(signal && { signal }),
    }),
  )
  const download = () =>
    downloadCsv(
      'server-audit.csv',
      api.send<typeof listHostAudit>('GET', '/host/audit', {
        query: { ...filter, ...pages.question, format: 'csv' },
      }),
    ).catch(tellFailure)
  return (
    <ListFrame
      pages={pages}
      tools={
        <>
          <Select
            label={teams('audit.kind')}
            value={action ?? ''}
            options={[
              { value: '', label: teams('audit.all') },
              ...HOST_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
            ]}
            onChange={(value) => setAction(HOST_ACTIONS.find((known) => known === value))}
          />
          <PeriodFields fromLabel={teams('usage.from')} toLabel={teams('usage.to')} {...period.fields} />
          <Button icon={Download} onClick={() => void download()}>
            {teams('usage.download')}
          </Button>
        </>
      }
    >
      {(items) => <AuditTable items={items} />}
    </ListFrame>
  )
}

function AuditTable({ items }: { readonly items: readonly HostAuditEntry[] }) {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const figure = new Intl.NumberFormat(language)
  const plans: Readonly<Record<string, string>> = teams.texts.plans

  function valueText(action: HostAction, value: HostAuditEntry['before']): string {
    if (typeof value === 'number') return figure.format(value)
    if (value === null) return '–'
    return action === 'user.plan-changed' ? (plans[value] ?? value) : value
  }
  return (
    <Table caption={teams('audit.caption')} isCaptionHidden>
      <thead>
        <tr>
          {(['when', 'who', 'what', 'whom', 'before', 'after'] as const).map((column) => (
            <th key={column} scope="col">
              {teams(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr key={entry.id}>
            <td className={styles['when']}>{time.format(new Date(entry.at))}</td>
            <td>{entry.actor.email}</td>
            <td>{t(`audit.actions.${entry.action}`)}</td>
            <td>{targetText(entry)}</td>
            <td>{valueText(entry.action, entry.before)}</td>
            <td>{valueText(entry.action, entry.after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Of limits the action says which it is. */
const targetText = ({ action, target }: HostAuditEntry) => (action.startsWith('limits.') ? '' : target)
