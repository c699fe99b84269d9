import { Search, SearchX } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Select } from '#ui/controls/select.tsx'
import type { Api } from '#lib/http/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { ApiKeys } from './api-keys.tsx'
import { RowControl } from './row-control.tsx'
import { findSettings, pageTitle, rowTexts, type FoundSettings } from './row-texts.ts'
import { SECTIONS, type Row, type SectionId } from './sections.ts'
import styles from './settings.module.css'
import { SpecialRow, type SpecialSources } from './special-row.tsx'

export interface SettingsProps extends SpecialSources {
  /** the fragment of the address, which names a section; empty for the first one */
  readonly address: string
  readonly onAddress: (id: string) => void
  /** the pages of the server, for its administrators */
  readonly server: { readonly href: string; readonly open: () => void } | undefined
  /** owner of the displayed keys */
  readonly owner: string | undefined
  /** content of sections without stored values */
  readonly memory: ReactNode
  readonly knowledge: ReactNode
  readonly billing: ReactNode
  readonly usage: ReactNode
  readonly api: Api
  readonly data: ReactNode
  readonly teams: ReactNode
  readonly account: ReactNode
}

const FURTHER = ['account', 'keys', 'usage', 'billing', 'teams', 'memory', 'knowledge', 'data'] as const

type Further = (typeof FURTHER)[number]
type PageId = SectionId | 'server'

const IDS: readonly SectionId[] = [...SECTIONS.map(({ id }) => id), ...FURTHER]
const FIRST: SectionId = 'listening'

/** The settings: one page a section, and a search over all of them. */
export function SettingsView({
  api,
  address,
  onAddress,
  server,
  billing,
  usage,
  memory,
  knowledge,
  data,
  teams,
  account,
  owner,
  ...sources
}: SettingsProps) {
  const t = useTexts('settings')
  const [typed, setTyped] = useState('')
  const pages: readonly PageId[] = server ? ['server', ...IDS] : IDS
  const results = findSettings(typed, t, pages)
  const chosen = IDS.find((id) => id === address)
  const current = chosen ?? FIRST
  const keys = <ApiKeys key={owner} api={api} />
  const further = { keys, teams, usage, memory, knowledge, billing, data, account }
  const showPage = (id: string) => {
    setTyped('')
    if (id === 'server') server?.open()
    else onAddress(id)
  }
  const link = (id: PageId, isCurrent: boolean) => (
    <PageLink key={id} id={id} isCurrent={isCurrent} serverHref={server?.href} onShow={showPage} />
  )

  return (
    <div className={styles['page']}>
      <SettingsHead typed={typed} results={results} onType={setTyped} />
      <div className={styles['grid']} data-list={chosen === undefined && !results ? '' : undefined}>
        {!results && chosen !== undefined && <PageJump pages={pages} current={current} onShow={showPage} />}
        <nav className={styles['nav']} aria-label={t('nav')}>
          {!results && pages.map((id) => link(id, id === current))}
        </nav>
        <div className={styles['sections']}>
          {results ? (
            <Found matches={results} sources={sources} renderLink={(id) => link(id, false)} />
          ) : (
            <Part key={current} id={current}>
              <FromTheTop />
              {isFurther(current) ? further[current] : <Section id={current} sources={sources} />}
            </Part>
          )}
        </div>
      </div>
    </div>
  )
}

interface SettingsHeadProps {
  readonly typed: string
  /** undefined without a search */
  readonly results: FoundSettings | undefined
  readonly onType: (text: string) => void
}

/** The title, and the search over all settings. */
function SettingsHead({ typed, results, onType }: SettingsHeadProps) {
  const t = useTexts('settings')
  const shell = useTexts('shell')
  return (
    <header className={styles['head']}>
      <h1>{shell('titles.settings')}</h1>
      <div className={styles['search']}>
        <TextField
          label={t('search')}
          type="search"
          icon={Search}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        <VisuallyHidden>
          <span role="status">{results ? t('found', { count: countOf(results) }) : ''}</span>
        </VisuallyHidden>
      </div>
    </header>
  )
}

interface PageJumpProps {
  readonly pages: readonly PageId[]
  readonly current: PageId
  readonly onShow: (id: string) => void
}

/** On narrow screens: the pages as a list to choose from. */
function PageJump({ pages, current, onShow }: PageJumpProps) {
  const t = useTexts('settings')
  return (
    <div className={styles['jump']}>
      <Select
        label={t('jump')}
        value={current}
        options={pages.map((id) => ({ value: id, label: pageTitle(id, t) }))}
        onChange={onShow}
      />
    </div>
  )
}

interface PageLinkProps {
  readonly id: PageId
  readonly isCurrent: boolean
  readonly serverHref: string | undefined
  readonly onShow: (id: PageId) => void
}

function PageLink({ id, isCurrent, serverHref, onShow }: PageLinkProps) {
  const t = useTexts('settings')
  return (
    <a
      href={id === 'server' ? serverHref : `#${id}`}
      className={styles['link']}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onShow(id)
      }}
    >
      {pageTitle(id, t)}
    </a>
  )
}

const isFurther = (id: SectionId): id is Further => FURTHER.some((further) => further === id)

const countOf = ({ pages, rows }: FoundSettings) =>
  rows.reduce((sum, section) => sum + section.rows.length, pages.length)

/** Scrolls the page of another section to its top. */
function FromTheTop() {
  const marker = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    marker.current?.closest('main')?.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return <span ref={marker} hidden />
}

function Part({ id, children }: { readonly id: SectionId; readonly children: ReactNode }) {
  const t = useTexts('settings')
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(`sections.${id}`)}</h2>
      {children}
    </section>
  )
}

interface SectionProps {
  readonly id: SectionId
  readonly sources: SpecialSources
}

/** The rows of a section; those that few people change are folded. */
function Section({ id, sources }: SectionProps) {
  const t = useTexts('settings')
  const { rows = [], advanced = [] } = SECTIONS.find((section) => section.id === id) ?? {}
  return (
    <>
      {id === 'costs' && <p className={styles['text']}>{t('costs.text')}</p>}
      <Rows rows={rows} sources={sources} />
      {advanced.length > 0 && (
        <details className={styles['advanced']}>
          <summary>{t('advanced')}</summary>
          <Rows rows={advanced} sources={sources} />
        </details>
      )}
    </>
  )
}

function Rows({ rows, sources }: { readonly rows: readonly Row[]; readonly sources: SpecialSources }) {
  const t = useTexts('settings')
  return rows.map((row) => (
    <div key={row.id} className={styles['row']}>
      {row.kind === 'special' ? (
        <SpecialRow control={row.control} texts={rowTexts(row.id, t)} sources={sources} />
      ) : (
        <RowControl row={row} texts={rowTexts(row.id, t)} />
      )}
    </div>
  ))
}

interface FoundProps {
  readonly matches: FoundSettings
  readonly sources: SpecialSources
  readonly renderLink: (id: PageId) => ReactNode
}

/** Links to matching pages, then the matching rows. */
function Found({ matches: { pages, rows }, sources, renderLink }: FoundProps) {
  const t = useTexts('settings')
  if (pages.length + rows.length === 0) return <EmptyState icon={SearchX} title={t('nothing')} />
  return (
    <>
      {pages.length > 0 && <nav aria-label={t('nav')}>{pages.map(renderLink)}</nav>}
      {rows.map((section) => (
        <Part key={section.id} id={section.id}>
          <Rows rows={section.rows} sources={sources} />
        </Part>
      ))}
    </>
  )
}
