import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { usePages } from '#lib/http/use-pages.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import styles from './host.module.css'

interface ListFrameProps<T> {
  readonly pages: ReturnType<typeof usePages<T>>
  /** default: by address or name */
  readonly searchLabel?: string
  /** shown without a search if the list is empty; default: that nothing was found */
  readonly emptyText?: string
  /** further filters and the export of the list */
  readonly tools?: ReactNode
  readonly children: (items: readonly T[]) => ReactNode
}

/** Renders a search above the list and a control for the next page below it. */
export function ListFrame<T>({ pages, searchLabel, emptyText, tools, children }: ListFrameProps<T>) {
  const t = useTexts('host')
  const { typed, setTyped, question, answer, reload, readMore } = pages
  const page = answer.status === 'ready' ? answer.value : undefined
  return (
    <div className={styles['part']}>
      <div className={styles['filters']}>
        <TextField
          label={searchLabel ?? t('search')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {tools}
      </div>
      {answer.status === 'loading' && <Skeleton lines={5} />}
      {answer.status === 'failed' && <LoadFailed onRetry={reload} />}
      {page &&
        (page.items.length === 0 ? (
          <p className={styles['hint']}>{(question.q === undefined && emptyText) || t('none')}</p>
        ) : (
          children(page.items)
        ))}
      {page && page.nextCursor !== null && (
        <div>
          <Button onClick={() => void readMore(page)}>{t('more')}</Button>
        </div>
      )}
    </div>
  )
}

export function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('host')
  const teams = useTexts('teams')
  return (
    <Banner tone="error" title={t('failed')} actions={<Button onClick={onRetry}>{teams('retry')}</Button>} />
  )
}
