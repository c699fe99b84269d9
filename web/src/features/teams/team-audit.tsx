import type { AuditAction } from '@vee/contract/entities/teams/organization'
import { AUDIT_ACTIONS } from '@vee/contract/entities/teams/organization-limits'
import type { listAudit } from '@vee/contract/http/teams/organizations'
import { useState } from 'react'
import { AuditTable, ReportFilters } from '#reports/index.ts'
import { useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/files/download-csv.ts'
import { usePages } from '#lib/http/use-pages.ts'
import { usePeriod } from '#lib/use-period.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useTeamActions } from './team-actions.ts'
import { AsyncContent } from './async-content.tsx'
import styles from './teams.module.css'
import { useTeamFailureText } from './use-failure-text.ts'

const PATH = '/organizations/{id}/audit'

/** Shows the audit log of a team: who changed what and when, with the previous value. */
export function TeamAudit({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const failureText = useTeamFailureText()
  const { api, tell } = useTeamActions()
  const [action, setAction] = useState<AuditAction>()
  const period = usePeriod()
  const params = { id: organizationId }
  const filter = { ...period.query, ...(action !== undefined && { action }) }
  const words: Readonly<Record<string, string>> = { ...t.texts.roles, ...t.texts.pool.choices }

  const showFailure = (error: unknown) =>
    tell({ type: 'error', title: t('audit.failed'), message: failureText(error) })
  const pages = usePages(
    JSON.stringify({ organizationId, filter }),
    (query, signal) =>
      api.json<typeof listAudit>('GET', PATH, {
        params,
        query: { ...filter, ...query },
        ...(signal && { signal }),
      }),
    showFailure,
  )
  const download = () =>
    downloadCsv(
      'audit.csv',
      api.send<typeof listAudit>('GET', PATH, {
        params,
        query: { ...filter, ...pages.question, format: 'csv' },
      }),
    ).catch(showFailure)

  function valueText(kind: AuditAction, value: string | null): string {
    if (value === null) return kind === 'member.limit-changed' ? t('cap.none') : '–'
    // A name may be any text; other texts are translated values.
    return kind === 'organization.renamed' ? value : (words[value] ?? value)
  }
  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <TextField
          label={t('audit.search')}
          type="search"
          value={pages.typed}
          onChange={(event) => pages.setTyped(event.target.value)}
        />
        <ReportFilters
          label={t('audit.kind')}
          value={action ?? ''}
          options={[
            { value: '', label: t('audit.all') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
          onChange={(value) => setAction(AUDIT_ACTIONS.find((option) => option === value))}
          period={period}
          onDownload={() => void download()}
        />
      </div>
      <AsyncContent answer={pages.answer}>
        {(page) => (
          <>
            {page.items.length === 0 ? (
              <p className={styles['hint']}>{t('audit.none')}</p>
            ) : (
              <AuditTable
                items={page.items}
                actionText={(kind) => t(`audit.actions.${kind}`)}
                valueText={valueText}
              />
            )}
            {page.nextCursor !== null && (
              <div>
                <Button onClick={() => void pages.readMore(page)}>{t('audit.more')}</Button>
              </div>
            )}
          </>
        )}
      </AsyncContent>
    </div>
  )
}
