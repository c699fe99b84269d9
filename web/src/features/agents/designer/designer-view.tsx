import { Download, FilePlus2, Pencil } from 'lucide-react'
import { useEffect, useRef, useState, useId } from 'react'
import { useTexts } from '#i18n/index.ts'
import { replies, type AgentViewProps } from '#lib/agent-view.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { drawDiagram, useThemeOfPage } from '#lib/files/draw-diagram.ts'
import { sessionId } from '#lib/http/session-id.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { useIndexedStore } from '#lib/storage/use-indexed-store.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { LineDiff } from '#ui/display/line-diff.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import { Canvas } from './canvas.tsx'
import { numbersOf, type Design, type Version } from './design.ts'
import styles from './designer.module.css'
import { numbersAsCsv, savePng } from './export.ts'
import { Numbers } from './numbers.tsx'
import { useDesign } from './use-design.ts'
import type { Size } from './view-box.ts'

/** Used if Mermaid does not return the size of the picture, px. */
const SIZE_UNKNOWN: Size = { width: 800, height: 600 }

const TABS = ['diagram', 'source', 'changes', 'numbers'] as const
type Tab = (typeof TABS)[number]

/** Initial source for drawing manually. */
const FIRST_SOURCE = 'flowchart LR\n  app["App"] --> api["API"]\n  api --> db[("Database")]\n'

/** The canvas: the system as a diagram in versions, and its numbers. */
export function DesignerView(props: AgentViewProps) {
  const t = useTexts('designer')
  const status = useIndexedStore(props.owner)
  if (status.kind === 'unknown') {
    const again = <Button onClick={status.retry}>{t('retry')}</Button>
    return <Banner tone="error" title={t('ownerUnknown')} actions={again} />
  }
  return status.kind === 'open' ? <Designer {...props} indexedStore={status.indexedStore} /> : <Spinner />
}

function Designer({ talk, indexedStore }: AgentViewProps & { readonly indexedStore: IndexedStore }) {
  const t = useTexts('designer')
  const { design, isKept, addEdit, setDraft, setRows, discard } = useDesign(
    indexedStore,
    talk.messages,
    sessionId(),
  )
  const [chosen, setChosen] = useState<string>()
  const [tab, setTab] = useState<Tab>('diagram')
  const [asksDiscard, setAsksDiscard] = useState(false)
  if (!design) return <Spinner />

  const { versions, rows, draft: typed } = design
  const version = versions.find(({ id }) => id === chosen) ?? versions.at(-1)
  const source = typed ?? version?.source
  const suggested = numbersOf(replies(talk.messages).filter(({ isRunning }) => !isRunning))
  // Preserves an edit when another version is displayed; undefined is the newest.
  function show(id: string | undefined): void {
    if (typed !== undefined) addEdit(typed)
    setChosen(id)
  }

  return (
    <div className={styles['designer']}>
      {!isKept && <Banner tone="warning" title={t('notKept')} />}
      {source === undefined && (
        <EmptyDesign
          onBegin={() => {
            addEdit(FIRST_SOURCE)
            setTab('source')
          }}
        />
      )}
      <Tabs
        label={t('show')}
        tabs={TABS.map((id) => ({ id, label: t(`views.${id}`) }))}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'numbers' && <Numbers rows={rows} suggested={suggested} onChange={setRows} />}
        {tab !== 'numbers' && source !== undefined && version && (
          <VersionView
            tab={tab}
            design={design}
            version={version}
            source={source}
            talk={talk}
            onShow={show}
            onEdit={setDraft}
            onDiscard={() => setAsksDiscard(true)}
          />
        )}
      </Tabs>
      <DiscardDialog isOpen={asksDiscard} onClose={() => setAsksDiscard(false)} onDiscard={discard} />
    </div>
  )
}

/** Offers to draw the first diagram manually. */
function EmptyDesign({ onBegin }: { readonly onBegin: () => void }) {
  const t = useTexts('designer')
  return (
    <div className={styles['empty']}>
      <p>{t('empty')}</p>
      <Button icon={Pencil} onClick={onBegin}>
        {t('begin')}
      </Button>
    </div>
  )
}

interface VersionViewProps extends Pick<AgentViewProps, 'talk'> {
  readonly tab: Exclude<Tab, 'numbers'>
  readonly design: Design
  readonly version: Version
  /** of the version, with the edit that is not kept yet */
  readonly source: string
  /** undefined shows the newest */
  readonly onShow: (id: string | undefined) => void
  readonly onEdit: (source: string) => void
  readonly onDiscard: () => void
}

/** One version of the design: its picture, its source, or what it changed. */
function VersionView({ tab, design, version, source, talk, onShow, onEdit, onDiscard }: VersionViewProps) {
  const t = useTexts('designer')
  const { versions, rows, draft } = design
  // Only the agent's newest drawing is corrected by the agent.
  const isRepairable = draft === undefined && version.origin === 'reply' && version === versions.at(-1)
  const repair = (error: string) =>
    requestRepair(talk, version, t('repair', { error }), t('repair', { error: '' }))
  return (
    <div className={styles['designer']}>
      <div className={styles['actions']}>
        <Select
          label={t('version')}
          value={version.id}
          options={versions.map(({ id, origin }, index) => ({
            value: id,
            label: t(origin === 'reply' ? 'fromReply' : 'fromEdit', { number: index + 1 }),
          }))}
          onChange={onShow}
        />
        <Button icon={FilePlus2} variant="quiet" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </div>
      {tab === 'changes' && <Changes versions={versions} version={version} after={source} />}
      {tab === 'source' && (
        <SourceEditor
          source={source}
          isChanged={draft !== undefined && draft !== version.source}
          onChange={onEdit}
          onKeep={() => onShow(undefined)}
        />
      )}
      {tab !== 'changes' && (
        <Picture source={source} rows={rows} onBroken={isRepairable ? repair : undefined} />
      )}
    </div>
  )
}

interface DiscardDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDiscard: () => void
}

/** Asks before the whole design is discarded. */
function DiscardDialog({ isOpen, onClose, onDiscard }: DiscardDialogProps) {
  const t = useTexts('designer')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('discardTitle')}
      description={t('discardText')}
      closeLabel={t('cancel')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose()
              onDiscard()
            }}
          >
            {t('discard')}
          </Button>
        </>
      }
    />
  )
}

interface SourceEditorProps {
  readonly source: string
  /** it differs from the version that is edited */
  readonly isChanged: boolean
  readonly onChange: (source: string) => void
  readonly onKeep: () => void
}

function SourceEditor({ source, isChanged, onChange, onKeep }: SourceEditorProps) {
  const t = useTexts('designer')
  return (
    <>
      <TextArea
        label={t('edit')}
        value={source}
        rows={8}
        spellCheck={false}
        dir="ltr"
        onChange={(event) => onChange(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button variant="primary" disabled={!isChanged} onClick={onKeep}>
          {t('keep')}
        </Button>
      </div>
    </>
  )
}

/**
 * Requests a correction of the newest reply, once, and unless that reply is a correction itself. Returns
 * whether it was requested.
 */
function requestRepair(
  talk: AgentViewProps['talk'],
  version: Version,
  words: string,
  beginning: string,
): boolean {
  const { messages } = talk
  const index = messages.findIndex(({ id }) => id === version.id)
  const question = messages[index - 1]
  if (index !== messages.length - 1 || talk.isRunning || !question) return false
  if (question.text.startsWith(beginning.trim())) return true
  talk.ask(words)
  return true
}

interface PictureProps {
  readonly source: string
  readonly rows: Parameters<typeof numbersAsCsv>[0]
  /** called for a diagram with a syntax error; returns true if a correction was requested */
  readonly onBroken: ((error: string) => boolean) | undefined
}

function Picture({ source, rows, onBroken }: PictureProps) {
  const t = useTexts('designer')
  const drawing = useDrawing(source)
  const [isAsked, setAsked] = useState(false)
  const requestedId = useRef<string>(undefined)
  const error = drawing.kind === 'failed' && drawing.source === source ? drawing.error : undefined

  useEffect(() => {
    // Once per source during the lifetime of the page, and never for a diagram that existed when it was
    // opened.
    if (error === undefined || requestedId.current === source) return
    requestedId.current = source
    setAsked(onBroken?.(error) ?? false)
  }, [error, source, onBroken])

  if (drawing.kind === 'drawing') return <Spinner />
  if (drawing.kind === 'failed') {
    return (
      <div className={styles['designer']}>
        <Banner tone="error" title={t('invalid')}>
          {isAsked && <p>{t('repairing')}</p>}
          <pre className={styles['error']}>{drawing.error}</pre>
        </Banner>
        <pre className={styles['source']} translate="no">
          {source}
        </pre>
      </div>
    )
  }
  return (
    <>
      <Canvas key={drawing.address} address={drawing.address} size={drawing.size} />
      <ExportMenu drawing={drawing} rows={rows} />
    </>
  )
}

const pageColour = () => getComputedStyle(document.documentElement).getPropertyValue('--surface-base').trim()

interface ExportMenuProps extends Pick<PictureProps, 'rows'> {
  readonly drawing: Extract<Drawing, { kind: 'drawn' }>
}

function ExportMenu({ drawing, rows }: ExportMenuProps) {
  const t = useTexts('designer')
  const { svg, source, address, size } = drawing
  return (
    <MenuButton
      label={t('export')}
      groups={[
        {
          items: [
            {
              id: 'svg',
              label: t('exportSvg'),
              onSelect: () => downloadText('design.svg', svg, 'image/svg+xml'),
            },
            { id: 'png', label: t('exportPng'), onSelect: () => void savePng(address, size, pageColour()) },
            { id: 'source', label: t('exportSource'), onSelect: () => downloadText('design.mmd', source) },
            {
              id: 'numbers',
              label: t('exportNumbers'),
              isDisabled: rows.length === 0,
              onSelect: () => downloadText('estimates.csv', numbersAsCsv(rows), 'text/csv'),
            },
          ],
        },
      ]}
      renderOpener={(opener) => (
        <Button {...opener} icon={Download}>
          {t('export')}
        </Button>
      )}
    />
  )
}

interface ChangesProps {
  readonly versions: readonly Version[]
  readonly version: Version
  /** the displayed source of the version */
  readonly after: string
}

/** The difference between a version and the one before. */
function Changes({ versions, version, after }: ChangesProps) {
  const t = useTexts('designer')
  const number = versions.indexOf(version)
  const before = versions[number - 1]
  if (!before) return <p className={styles['note']}>{t('onlyOne')}</p>
  const label = t('compare', { number })
  return (
    <>
      <p className={styles['note']}>{label}</p>
      <LineDiff
        before={before.source}
        after={after}
        label={label}
        addedLabel={t('added')}
        removedLabel={t('removed')}
      />
    </>
  )
}

type Drawing =
  | { readonly kind: 'drawing' }
  | {
      readonly kind: 'drawn'
      readonly source: string
      readonly svg: string
      readonly address: string
      readonly size: Size
    }
  | { readonly kind: 'failed'; readonly source: string; readonly error: string }

/** Returns the rendered source in the page's colours; the previous one remains until the next is ready. */
function useDrawing(source: string): Drawing {
  const id = `design-${useId().replaceAll(/\W/g, '')}`
  const theme = useThemeOfPage()
  const [drawing, setDrawing] = useState<Drawing>({ kind: 'drawing' })

  useEffect(() => {
    let address: string | undefined
    let isWanted = true
    drawDiagram(id, source).then(
      ({ svg, width = SIZE_UNKNOWN.width, height = SIZE_UNKNOWN.height }) => {
        // In the colours of the previous theme: the next drawing is already running.
        if (!isWanted || document.documentElement.dataset['theme'] !== theme) return
        address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
        setDrawing({ kind: 'drawn', source, svg, address, size: { width, height } })
      },
      (error: unknown) => {
        if (!isWanted) return
        setDrawing({ kind: 'failed', source, error: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      isWanted = false
      if (address !== undefined) URL.revokeObjectURL(address)
    }
  }, [id, source, theme])

  return drawing
}
