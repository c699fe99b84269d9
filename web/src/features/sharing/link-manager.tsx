import type {
  conversationLinks,
  HiddenPart,
  listLinks,
  meetingLinks,
  NewShareLink,
  revokeLink,
  SecretWarning,
  ShareLink,
} from '@vee/contract/http/links'
import { Copy, Link2, Trash2 } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { type Api, ApiError } from '#lib/http/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './sharing.module.css'

/** What is shared with anyone who has a link. */
export interface LinkedThing {
  readonly kind: 'conversation' | 'meeting'
  readonly id: string
  readonly title: string
  /** the end that a new link is prepared with, in days */
  readonly days?: number
}

interface LinkManagerProps {
  readonly api: Api
  /** undefined: all links of the user, without a form for another one */
  readonly thing?: LinkedThing
}

interface LinksState {
  readonly items: readonly ShareLink[]
  readonly warnings: readonly SecretWarning[]
}

const DAYS = ['1', '7', '30', '365', 'never'] as const
/** Reasoning is not stored with a conversation, so there is nothing to choose. */
type ChosenPart = Exclude<HiddenPart, 'reasoning'>
const HIDDEN: Readonly<Record<LinkedThing['kind'], readonly ChosenPart[]>> = {
  conversation: ['names', 'files', 'costs'],
  meeting: ['names'],
}

/** Lists links with their views, revokes them one by one, and makes new ones. */
export function LinkManager({ api, thing }: LinkManagerProps) {
  const t = useTexts('sharing')
  const { state, reload, drop, add } = useLinks(api, thing)
  const { newLink, notice, hasFailed, begin, fail, copy, revoke } = useLinkActions(api, drop)
  const [revoking, setRevoking] = useState<ShareLink>()

  if (state === 'loading') return <Skeleton lines={3} />
  if (typeof state === 'string') {
    return <NotListed isForbidden={state === 'forbidden'} onRetry={reload} />
  }
  return (
    <div className={styles['parts']}>
      {thing && (
        <LinkForm
          api={api}
          thing={thing}
          warnings={state.warnings}
          onMade={(link) => {
            add(link)
            begin(link)
          }}
          onFailed={fail}
        />
      )}
      {newLink && <MadeLink link={newLink} onCopy={() => void copy(newLink)} />}
      <p role="status" className={styles['note']}>
        {notice}
      </p>
      {hasFailed && <Banner tone="error" title={t('failed')} />}
      {state.items.length === 0 && !thing && <p className={styles['note']}>{t('links.none')}</p>}
      {state.items.length > 0 && (
        <ul className={styles['links']} aria-label={t('links.list')}>
          {state.items.map((link) => (
            <LinkRow key={link.id} link={link} onRevoke={() => setRevoking(link)} />
          ))}
        </ul>
      )}
      {revoking && (
        <RevocationDialog
          link={revoking}
          onClose={() => setRevoking(undefined)}
          onConfirm={() => revoke(revoking)}
        />
      )}
    </div>
  )
}

/** Copies and revokes links, with their outcome; the last one that was made stays in view until it is revoked. */
function useLinkActions(api: Api, drop: (id: string) => void) {
  const t = useTexts('sharing')
  const [newLink, setNewLink] = useState<NewShareLink>()
  const [notice, setNotice] = useState('')
  const [hasFailed, setFailed] = useState(false)

  async function attempt(work: () => Promise<void>): Promise<void> {
    setFailed(false)
    setNotice('')
    await work().catch(() => setFailed(true))
  }
  const copy = (link: NewShareLink) =>
    attempt(async () => {
      await navigator.clipboard.writeText(link.url)
      setNotice(t('links.copied'))
    })
  const revoke = ({ id, title }: ShareLink) =>
    attempt(async () => {
      await api.send<typeof revokeLink>('DELETE', '/links/{id}', { params: { id } })
      drop(id)
      if (newLink?.id === id) setNewLink(undefined)
      setNotice(t('links.revoked', { title }))
    })
  const begin = (link: NewShareLink) => {
    setNewLink(link)
    void copy(link)
  }
  return { newLink, notice, hasFailed, begin, fail: () => setFailed(true), copy, revoke }
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The address of a new link; scrolled to, because it may be out of sight below the form. */
function MadeLink({ link, onCopy }: { readonly link: NewShareLink; readonly onCopy: () => void }) {
  const t = useTexts('sharing')
  return (
    <div className={styles['made']} ref={intoView}>
      <TextField
        label={t('links.address')}
        value={link.url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button icon={Copy} onClick={onCopy}>
        {t('links.copy')}
      </Button>
    </div>
  )
}

interface NotListedProps {
  readonly isForbidden: boolean
  readonly onRetry: () => void
}

function NotListed({ isForbidden, onRetry }: NotListedProps) {
  const t = useTexts('sharing')
  const common = useTexts('common')
  return (
    <Banner
      tone={isForbidden ? 'info' : 'error'}
      title={t(isForbidden ? 'links.forbidden' : 'failed')}
      actions={isForbidden ? undefined : <Button onClick={onRetry}>{common('retry')}</Button>}
    />
  )
}

interface RevocationDialogProps {
  readonly link: ShareLink
  readonly onClose: () => void
  readonly onConfirm: () => Promise<void>
}

function RevocationDialog({ link, onClose, onConfirm }: RevocationDialogProps) {
  const t = useTexts('sharing')
  const common = useTexts('common')
  return (
    <ConfirmDialog
      title={t('links.revoke', { title: link.title })}
      text={t('links.revokeText')}
      action={t('links.revokeAction')}
      cancelLabel={common('cancel')}
      closeLabel={common('close')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  )
}

function LinkRow({ link, onRevoke }: { readonly link: ShareLink; readonly onRevoke: () => void }) {
  const t = useTexts('sharing')
  const language = useLanguage()
  const dayOf = (time: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(time))
  const facts = [
    t(link.follows ? 'links.follows' : 'links.snapshot'),
    link.expiresAt === null ? t('links.endless') : t('links.until', { day: dayOf(link.expiresAt) }),
    t('links.views', { count: link.views }),
    ...(link.lastViewedAt === null ? [] : [t('links.lastView', { day: dayOf(link.lastViewedAt) })]),
  ]
  return (
    <li className={styles['link']}>
      <div>
        <strong dir="auto">{link.title}</strong>
        <p className={styles['note']}>{facts.join(' · ')}</p>
      </div>
      <IconButton icon={Trash2} label={t('links.revoke', { title: link.title })} onClick={onRevoke} />
    </li>
  )
}

interface LinkFormProps {
  readonly api: Api
  readonly thing: LinkedThing
  readonly warnings: readonly SecretWarning[]
  readonly onMade: (link: NewShareLink) => void
  readonly onFailed: () => void
}

/** Chooses what a new link shows, for how long, and makes it. */
function LinkForm({ api, thing, warnings, onMade, onFailed }: LinkFormProps) {
  const t = useTexts('sharing')
  const [title, setTitle] = useState(thing.title)
  const [days, setDays] = useState(String(thing.days ?? 7))
  const [follows, setFollows] = useState(false)
  const [allowsCopy, setAllowsCopy] = useState(false)
  const [shown, setShown] = useState<ReadonlySet<ChosenPart>>(new Set())
  const [isBusy, setBusy] = useState(false)

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    const body = {
      ...(title.trim() !== '' && { title: title.trim().slice(0, 200) }),
      expiresInDays: days === 'never' ? null : Number(days),
      follows,
      hides: [...HIDDEN[thing.kind].filter((hidden) => !shown.has(hidden)), 'reasoning' as const],
      allowsCopy,
    }
    try {
      onMade(await makeLink(api, thing, body))
    } catch {
      onFailed()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles['parts']} onSubmit={(event) => void make(event)}>
      <p className={styles['note']}>{t('links.lead')}</p>
      <SecretWarnings warnings={warnings} />
      <TextField
        label={t('links.name')}
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Select
        label={t('links.ends')}
        value={days}
        options={DAYS.map((value) => ({ value, label: t(`links.days.${value}`) }))}
        onChange={setDays}
      />
      <div>
        <Checkbox label={t('links.followChanges')} isChecked={follows} onChange={setFollows} />
        <ShownParts kind={thing.kind} shown={shown} onChange={setShown} />
        <Checkbox label={t('links.allowCopy')} isChecked={allowsCopy} onChange={setAllowsCopy} />
      </div>
      <div>
        <Button type="submit" variant="primary" icon={Link2} isLoading={isBusy}>
          {t('links.make')}
        </Button>
      </div>
    </form>
  )
}

function SecretWarnings({ warnings }: Pick<LinkFormProps, 'warnings'>) {
  const t = useTexts('sharing')
  if (warnings.length === 0) return null
  return (
    <Banner tone="warning" title={t('links.warning')}>
      {warnings.map(({ kind, count }) => t(`links.secrets.${kind}`, { count })).join(' · ')}
    </Banner>
  )
}

interface ShownPartsProps {
  readonly kind: LinkedThing['kind']
  readonly shown: ReadonlySet<ChosenPart>
  readonly onChange: (shown: ReadonlySet<ChosenPart>) => void
}

/** Chooses the parts that are hidden otherwise. */
function ShownParts({ kind, shown, onChange }: ShownPartsProps) {
  const t = useTexts('sharing')
  return HIDDEN[kind].map((hidden) => (
    <Checkbox
      key={hidden}
      label={t(`links.show.${hidden}`)}
      isChecked={shown.has(hidden)}
      onChange={(isShown) => {
        const next = new Set(shown)
        if (isShown) next.add(hidden)
        else next.delete(hidden)
        onChange(next)
      }}
    />
  ))
}

const PATHS = { conversation: '/conversations/{id}/links', meeting: '/meetings/{id}/links' } as const

function makeLink(
  api: Api,
  { kind, id }: LinkedThing,
  body: {
    readonly title?: string
    readonly expiresInDays: number | null
    readonly follows: boolean
    readonly hides: ShareLink['hides']
    readonly allowsCopy: boolean
  },
): Promise<NewShareLink> {
  return kind === 'conversation'
    ? api.json<typeof conversationLinks.make>('POST', PATHS.conversation, { params: { id }, body })
    : api.json<typeof meetingLinks.make>('POST', PATHS.meeting, { params: { id }, body })
}

/** Loads the links of a thing, or all of the user. */
function useLinks(api: Api, thing: LinkedThing | undefined) {
  const [state, setState] = useState<'loading' | 'failed' | 'forbidden' | LinksState>('loading')
  const kind = thing?.kind
  const id = thing?.id ?? ''
  const load = useCallback(
    () =>
      readLinks(api, kind, id).then(setState, (error: unknown) =>
        setState(isForbidden(error) ? 'forbidden' : 'failed'),
      ),
    [api, kind, id],
  )
  useEffect(() => void load(), [load])
  const change = (items: (before: readonly ShareLink[]) => readonly ShareLink[]) =>
    setState((before) => (typeof before === 'string' ? before : { ...before, items: items(before.items) }))
  return {
    state,
    reload: () => {
      setState('loading')
      void load()
    },
    drop: (gone: string) => change((items) => items.filter((link) => link.id !== gone)),
    add: (link: ShareLink) => change((items) => [link, ...items]),
  }
}

async function readLinks(api: Api, kind: LinkedThing['kind'] | undefined, id: string): Promise<LinksState> {
  if (kind === 'conversation')
    return api.json<typeof conversationLinks.list>('GET', PATHS.conversation, { params: { id } })
  if (kind === 'meeting') return api.json<typeof meetingLinks.list>('GET', PATHS.meeting, { params: { id } })
  const { items } = await api.json<typeof listLinks>('GET', '/links')
  return { items, warnings: [] }
}

const isForbidden = (error: unknown) => error instanceof ApiError && error.code === 'FORBIDDEN'
