import type { OpenActionItem } from '@vee/contract/http/meetings/action-items'
import { ArrowLeft, ListChecks, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { localDay } from '#lib/local-day.ts'
import { useOnTeamChange } from '#lib/team-changes.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox, Switch } from '#ui/controls/choice.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { formatDay } from '../files/day-of.ts'
import type { MeetingRepository, OpenItemsPage } from '../repositories/meeting-repository.ts'
import styles from '../meetings.module.css'

interface OpenItemsProps {
  readonly repository: MeetingRepository
  readonly onOpen: (meetingId: string) => Promise<void>
  readonly onBack: () => void
}

const keyOf = ({ meetingId, item }: OpenActionItem) => `${meetingId} ${item.id}`

/** The open action items page by page, of the user's meetings or of shared ones, and which were completed. */
function useOpenItems(repository: MeetingRepository) {
  const [isShared, setShared] = useState(false)
  const [page, setPage] = useState<OpenItemsPage | undefined>()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [hasFailed, setFailed] = useState(false)

  const load = useCallback(() => {
    let isWanted = true
    repository.openItems(isShared).then(
      (first) => {
        if (!isWanted) return
        setPage(first)
        setFailed(false)
      },
      () => isWanted && setFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [repository, isShared])
  useEffect(load, [load])
  useOnTeamChange(load)

  async function loadMore(): Promise<void> {
    if (!page?.nextCursor) return
    try {
      const next = await repository.openItems(isShared, page.nextCursor)
      const grown = { items: [...page.items, ...next.items], nextCursor: next.nextCursor }
      setPage((now) => (now === page ? grown : now))
    } catch {
      setFailed(true)
    }
  }

  async function check(open: OpenActionItem, isDone: boolean): Promise<void> {
    const mark = (value: boolean) =>
      setDone((before) => {
        const after = new Set(before)
        if (value) after.add(keyOf(open))
        else after.delete(keyOf(open))
        return after
      })
    mark(isDone)
    try {
      await repository.changeItem(open.meetingId, open.item.id, { done: isDone })
    } catch {
      mark(!isDone)
      setFailed(true)
    }
  }

  function showShared(shared: boolean): void {
    setPage(undefined)
    setShared(shared)
  }
  const fail = () => setFailed(true)
  return { page, done, hasFailed, isShared, showShared, load, loadMore, check, fail }
}

/**
 * Lists the open action items of all meetings. Items completed just now remain, so that this can be undone.
 */
export function OpenItems({ repository, onOpen, onBack }: OpenItemsProps) {
  const t = useTexts('meetings')
  const { page, done, hasFailed, isShared, showShared, load, loadMore, check, fail } =
    useOpenItems(repository)

  return (
    <section className={styles['meetings']} aria-label={t('openItems')}>
      <div className={styles['bar']}>
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <h3 className={styles['heading']}>{t('openItems')}</h3>
      {repository.storedIn === 'server' && (
        <Switch label={t('sharedWithMe')} isOn={isShared} onChange={showShared} />
      )}
      {hasFailed && (
        <Banner
          tone="error"
          title={t('failed')}
          actions={<Button onClick={() => void load()}>{t('retry')}</Button>}
        />
      )}
      {!page && !hasFailed && <Spinner />}
      {page?.items.length === 0 && <EmptyState icon={ListChecks} title={t('openItemsEmpty')} />}
      {page && page.items.length > 0 && (
        <ul className={styles['list']} aria-label={t('openItems')}>
          {page.items.map((open) => (
            <OpenItem
              key={keyOf(open)}
              open={open}
              isDone={done.has(keyOf(open))}
              onCheck={(isDone) => void check(open, isDone)}
              onOpen={() => void onOpen(open.meetingId).catch(fail)}
            />
          ))}
        </ul>
      )}
      {typeof page?.nextCursor === 'string' && (
        <Button icon={Plus} onClick={() => void loadMore()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}

interface OpenItemProps {
  readonly open: OpenActionItem
  readonly isDone: boolean
  readonly onCheck: (isDone: boolean) => void
  readonly onOpen: () => void
}

function OpenItem({ open, isDone, onCheck, onOpen }: OpenItemProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const { item, meetingTitle, meetingDate, sharedBy } = open
  const due = item.dueDate?.slice(0, 10)
  // Days end in the reader's time zone, not in UTC.
  const [today] = useState(() => localDay(Date.now()))
  const isLate = due !== undefined && due < today
  return (
    <li className={styles['item']}>
      <Checkbox
        label={<span dir="auto">{item.text}</span>}
        isChecked={isDone}
        isDisabled={sharedBy?.right === 'use'}
        onChange={onCheck}
      />
      <span className={styles['facts']}>
        {sharedBy && <Badge>{t('sharedBy', { name: sharedBy.name })}</Badge>}
        {item.assignee !== null && <span dir="auto">{item.assignee}</span>}
        {due !== undefined && (
          <time dateTime={due}>{t('dueOn', { date: formatDay(due, language, 'medium') })}</time>
        )}
        {isLate && !isDone && <Badge tone="warning">{t('late')}</Badge>}
        <button type="button" className={styles['link']} onClick={onOpen}>
          {t('ofMeeting', {
            title: meetingTitle || t('untitled'),
            date: formatDay(meetingDate, language, 'medium'),
          })}
        </button>
      </span>
    </li>
  )
}
