import type { AuditAction, AuditEntry } from '@vee/contract/entities/organization'
import { AUDIT_ACTIONS } from '@vee/contract/entities/organization-limits'
import type { listAudit } from '@vee/contract/http/organizations'
import { Download } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { downloadCsv } from '#lib/download-csv.ts'
import { usePeriod } from '#lib/use-period.ts'
import { Button } from '#ui/button.tsx'
import { PeriodFields } from '#ui/period-fields.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table } from '#ui/table.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTeamActs } from './act.ts'
import styles from './teams.module.css'
import { useFailureText } from './use-failure-text.ts'

const PATH = '/organizations/{id}/audit'

interface Page {
  readonly items: readonly AuditEntry[]
  readonly nextCursor: string | null
}

/** Who changed what, when, and what it was before. */
export function TeamAudit({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const failureText = useFailureText()
  const { api, tell } = useTeamActs()
  const [action, setAction] = useState<AuditAction>()
  const [typed, setTyped] = useState('')
  const period = usePeriod()
  const q = useDeferredValue(typed)
  const [page, setPage] = useState<Page>()
  const params = { id: organizationId }
  const { from, to } = period.query
  const filter = {
    ...period.query,
    ...(action !== undefined && { action }),
    ...(q.trim() !== '' && { q: q.trim() }),
  }

  const tellFailure = (error: unknown) =>
    tell({ type: 'error', title: t('audit.failed'), message: failureText(error) })
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    api.json<typeof listAudit>('GET', PATH, {
      params,
      query: { ...filter, ...(cursor !== undefined && { cursor }) },
      ...(signal && { signal }),
    })

  useEffect(() => {
    const stop = new AbortController()
    read(undefined, stop.signal)
      .then(setPage)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) tellFailure(error)
      })
    return () => stop.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asks again when the filter changes, not when texts do
  }, [api, organizationId, action, q, from, to])

  async function readMore({ items, nextCursor }: Page): Promise<void> {
    try {
      const more = await read(nextCursor ?? undefined)
      setPage({ items: [...items, ...more.items], nextCursor: more.nextCursor })
    } catch (error) {
      tellFailure(error)
    }
  }
  const download = () =>
    downloadCsv(
      'audit.csv',
      api.send<typeof listAudit>('GET', PATH, { params, query: { ...filter, format: 'csv' } }),
    ).catch(tellFailure)

  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <Select
          label={t('audit.kind')}
          value={action ?? ''}
          options={[
            { value: '', label: t('audit.all') },
            ...AUDIT_ACTIONS.map((value) => ({ value, label: t(`audit.actions.${value}`) })),
          ]}
          onChange={(value) => setAction(AUDIT_ACTIONS.find((known) => known === value))}
        />
        <TextField
          label={t('audit.search')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PeriodFields fromLabel={t('usage.from')} toLabel={t('usage.to')} {...period.fields} />
        <Button icon={Download} onClick={() => void download()}>
          {t('usage.download')}
        </Button>
      </div>
      {!page && <Skeleton lines={5} />}
      {page && page.items.length === 0 && <p className={styles['hint']}>{t('audit.none')}</p>}
      {page && page.items.length > 0 && <AuditTable items={page.items} />}
      {page && page.nextCursor !== null && (
        <div>
          <Button onClick={() => void readMore(page)}>{t('audit.more')}</Button>
        </div>
      )}
    </div>
  )
}

function AuditTable({ items }: { readonly items: readonly AuditEntry[] }) {
  const t = useTexts('teams')
  const language = useLanguage()
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const figure = new Intl.NumberFormat(language)
  const words: Readonly<Record<string, string>> = { ...t.texts.roles, ...t.texts.pool.choices }

  function valueText(action: AuditAction, value: AuditEntry['before']): string {
    if (typeof value === 'number') return figure.format(value)
    if (value === null) return action === 'member.limit-changed' ? t('cap.none') : '–'
    // A name may be any word; what else is a word is one of ours.
    return action === 'organization.renamed' ? value : (words[value] ?? value)
  }
  return (
    <Table caption={t('audit.caption')} isCaptionHidden>
      <thead>
        <tr>
          {(['when', 'who', 'what', 'whom', 'before', 'after'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`audit.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, at, actor, action, target, before, after }) => (
          <tr key={id}>
            <td className={styles['when']}>{time.format(new Date(at))}</td>
            <td>{actor.email}</td>
            <td>{t(`audit.actions.${action}`)}</td>
            <td>{target}</td>
            <td>{valueText(action, before)}</td>
            <td>{valueText(action, after)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
