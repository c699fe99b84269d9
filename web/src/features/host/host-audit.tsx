import type { HostAction } from '@vee/contract/entities/host'
import { HOST_ACTIONS } from '@vee/contract/entities/host-limits'
import type { listHostAudit } from '@vee/contract/http/host'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/files/download-csv.ts'
import { usePages } from '#lib/http/use-pages.ts'
import { usePeriod } from '#lib/use-period.ts'
import { AuditTable, ReportFilters } from '#reports/index.ts'
import { useHostActions } from './host-actions.ts'
import { ListFrame } from './list-frame.tsx'

/** Lists the changes on this server: who, what, when, and the previous value. */
export function HostAudit() {
  const t = useTexts('host')
  const teams = useTexts('teams')
  const { api, showFailure } = useHostActions()
  const plans: Readonly<Record<string, string>> = teams.texts.plans
  const [action, setAction] = useState<HostAction>()
  const period = usePeriod()
  const filter = { ...period.query, ...(action !== undefined && { action }) }
  const pages = usePages(
    JSON.stringify(filter),
    (query, signal) =>
      api.json<typeof listHostAudit>('GET', '/host/audit', {
        query: { ...filter, ...query },
        ...(signal && { signal }),
      }),
    showFailure,
  )
  const download = () =>
    downloadCsv(
      'server-audit.csv',
      api.send<typeof listHostAudit>('GET', '/host/audit', {
        query: { ...filter, ...pages.question, format: 'csv' },
      }),
    ).catch(showFailure)
  return (
    <ListFrame
      pages={pages}
      tools={
        <ReportFilters
          label={teams('audit.kind')}
          value={action ?? ''}
          options={[
            { value: '', label: teams('audit.all') },
            ...HOST_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
          onChange={(value) => setAction(HOST_ACTIONS.find((option) => option === value))}
          period={period}
          onDownload={() => void download()}
        />
      }
    >
      {(items) => (
        <AuditTable
          // For limits, the action names the limit.
          items={items.map((entry) =>
            entry.action.startsWith('limits.') ? { ...entry, target: '' } : entry,
          )}
          actionText={(kind) => t(`audit.actions.${kind}`)}
          valueText={(kind, value) =>
            value === null ? '–' : kind === 'user.plan-changed' ? (plans[value] ?? value) : value
          }
        />
      )}
    </ListFrame>
  )
}
