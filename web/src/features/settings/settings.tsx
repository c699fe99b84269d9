import { Search, SearchX } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTexts } from '#i18n/index.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Select } from '#ui/controls/select.tsx'
import type { Api } from '#lib/http/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import { ApiKeys } from './api-keys.tsx'
import { RowControl } from './row-control.tsx'
import { findRows, rowTexts } from './row-texts.ts'
import { SECTIONS, type SettingsSection, type SectionId } from './sections.ts'
import styles from './settings.module.css'
import { SpecialRow, type SpecialSources } from './special-row.tsx'

/** User actions that end the automatic scrolling. */
const OWN_MOVES = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const

export interface SettingsProps extends SpecialSources {
  /** owner of the displayed keys */
  readonly owner: string | undefined
  /** content of sections without stored values */
  readonly memory: ReactNode
  readonly billing: ReactNode
  readonly usage: ReactNode
  readonly api: Api
  readonly data: ReactNode
  readonly teams: ReactNode
  readonly account: ReactNode
}

const FURTHER = [
  'usage',
  'keys',
  'billing',
  'teams',
  'memory',
  'data',
  'account',
] as const satisfies readonly SectionId[]

/** All settings, found by search or by section. */
export function SettingsView({
  api,
  billing,
  usage,
  memory,
  data,
  teams,
  account,
  owner,
  ...sources
}: SettingsProps) {
  const t = useTexts('settings')
  const shell = useTexts('shell')
  const [typed, setTyped] = useState('')
  const isSearching = typed.trim() !== ''
  const sections = findRows(typed, t)
  const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
  const inView = useSectionInView(isSearching)
  const content = useRef<HTMLDivElement>(null)
  useSectionOfAddress(content)
  const further: Readonly<Record<(typeof FURTHER)[number], ReactNode>> = {
    keys: <ApiKeys key={owner} api={api} />,
    teams,
    usage,
    memory,
    billing,
    data,
    account,
  }

  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{shell('titles.settings')}</h1>
        <div className={styles['search']}>
          <TextField
            label={t('search')}
            type="search"
            icon={Search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <VisuallyHidden>
            <span role="status">{isSearching ? t('found', { count }) : ''}</span>
          </VisuallyHidden>
        </div>
      </header>
      <div className={styles['grid']}>
        {!isSearching && (
          <div className={styles['jump']}>
            <Select
              label={t('jump')}
              value={inView}
              options={[...SECTIONS.map(({ id }) => id), ...FURTHER].map((id) => ({
                value: id,
                label: t(`sections.${id}`),
              }))}
              onChange={goTo}
            />
          </div>
        )}
        <nav className={styles['nav']} aria-label={t('nav')}>
          {!isSearching &&
            [...SECTIONS.map(({ id }) => id), ...FURTHER].map((id) => (
              <a
                key={id}
                href={`#${id}`}
                className={styles['link']}
                aria-current={id === inView || undefined}
              >
                {t(`sections.${id}`)}
              </a>
            ))}
        </nav>
        <div className={styles['sections']} ref={content}>
          {sections.map((section) => (
            <Part key={section.id} id={section.id}>
              <Rows section={section} sources={sources} />
            </Part>
          ))}
          {!isSearching &&
            FURTHER.map((id) => (
              <Part key={id} id={id}>
                {further[id]}
              </Part>
            ))}
          {sections.length === 0 && <EmptyState icon={SearchX} title={t('nothing')} />}
        </div>
      </div>
    </div>
  )
}

/**
 * Navigates like a link to the section: the address contains it, so that Back returns to the previous place.
 */
function goTo(id: string): void {
  globalThis.location.hash = id
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

function Rows({ section, sources }: { readonly section: SettingsSection; readonly sources: SpecialSources }) {
  const t = useTexts('settings')
  return (
    <>
      {section.id === 'costs' && <p className={styles['text']}>{t('costs.text')}</p>}
      {section.rows.map((row) => (
        <div key={row.id} className={styles['row']}>
          {row.kind === 'special' ? (
            <SpecialRow control={row.control} texts={rowTexts(row.id, t)} sources={sources} />
          ) : (
            <RowControl row={row} texts={rowTexts(row.id, t)} />
          )}
        </div>
      ))}
    </>
  )
}

/** Returns the section that is being read: the topmost in the upper half of the screen. */
function useSectionInView(isSearching: boolean): SectionId {
  const [inView, setInView] = useState<SectionId>('listening')
  useEffect(() => {
    if (isSearching) return
    const seen = new Set<string>()
    const ids: SectionId[] = [...SECTIONS.map(({ id }) => id), ...FURTHER]
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        const top = ids.find((id) => seen.has(id))
        if (top) setInView(top)
      },
      { rootMargin: '0px 0px -60% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [isSearching])
  return inView
}

/**
 * Scrolls to the section in the address. The browser tried that before this page was rendered, and content
 * loading above moves it, so it is kept in view until the user scrolls.
 */
function useSectionOfAddress(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = document.getElementById(globalThis.location.hash.slice(1))
    if (!content.current || !part || !content.current.contains(part)) return
    const moves = new AbortController()
    const observer = new ResizeObserver(() => part.scrollIntoView({ behavior: 'instant' }))
    observer.observe(content.current)
    moves.signal.addEventListener('abort', () => observer.disconnect())
    for (const move of OWN_MOVES) {
      globalThis.addEventListener(move, () => moves.abort(), { signal: moves.signal, passive: true })
    }
    return () => moves.abort()
  }, [content])
}
