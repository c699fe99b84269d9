import { PanelRightOpen, WrapText } from 'lucide-react'
import { memo, use, useRef, useState, type RefObject, createElement, Fragment, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { CodeToolsContext } from '../code-tools.ts'
import { asFencedBlock, OpenBesideContext } from '../open-beside.ts'
import { DiagramPlace } from './diagram-place.tsx'
import { CopyButton } from '../conversation/copy-button.tsx'
import styles from './code-block.module.css'
import { languageNamed } from './languages.ts'
import { SoftBoundary } from '../conversation/soft-boundary.tsx'
import { useHighlighted } from './use-highlighted.ts'
import type { CodeToken } from './highlight.ts'

interface CodeBlockProps {
  /** as the fence names it, in lower case */
  readonly language: string
  readonly code: string
  /** false while it is still being written */
  readonly isClosed: boolean
}

const Diagram = lazyComponent(async () => (await import('./diagram.tsx')).Diagram, PATIENT_TRIES)

/** Renders code, or the diagram that it describes: a place for it until it is drawn. */
export function CodeBlock(props: CodeBlockProps) {
  const source = <Code {...props} />
  if (props.language !== 'mermaid') return source
  if (!props.isClosed) return <DiagramPlace />
  return (
    <SoftBoundary fallback={source} loading={<DiagramPlace />}>
      <Diagram code={props.code} source={source} />
    </SoftBoundary>
  )
}

function Code({ language, code, isClosed }: CodeBlockProps) {
  const [wraps, setWraps] = useState(false)
  const element = useRef<HTMLElement>(null)
  const renderTools = use(CodeToolsContext)
  const lines = useHighlighted(code, language, isClosed)
  return (
    <figure className={styles['block']}>
      <CodeHead
        language={language}
        wraps={wraps}
        onWrap={setWraps}
        element={element}
        canOpen={isClosed && language !== 'mermaid' && isLong(code)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className={styles['code']} data-wraps={wraps || undefined} tabIndex={0} dir="ltr" translate="no">
        <code ref={element}>{lines ? <HighlightedLines lines={lines} /> : code}</code>
      </pre>
      {isClosed && renderTools && <SoftBoundary fallback={null}>{renderTools(language, code)}</SoftBoundary>}
    </figure>
  )
}

interface CodeHeadProps {
  readonly language: string
  readonly wraps: boolean
  readonly onWrap: (wraps: boolean) => void
  /** contains the code */
  readonly element: RefObject<HTMLElement | null>
  /** it is complete, and long enough to be read next to the conversation */
  readonly canOpen: boolean
}

/** Minimum number of lines of code that can be opened next to the conversation. */
const LONG_LINES = 6

const isLong = (code: string): boolean => code.split('\n', LONG_LINES).length === LONG_LINES

/** Does not depend on the code, so that it is not rendered again while the code grows. */
const CodeHead = memo(function CodeHead({ language, wraps, onWrap, element, canOpen }: CodeHeadProps) {
  const t = useTexts('chat')
  const openBeside = use(OpenBesideContext)
  const label = languageNamed(language)?.label ?? language
  return (
    <figcaption className={styles['head']}>
      <span className={styles['language']}>{label === '' ? t('code.plain') : label}</span>
      <IconButton
        icon={WrapText}
        label={t('code.wrap')}
        size="compact"
        isPressed={wraps}
        onClick={() => onWrap(!wraps)}
      />
      {canOpen && openBeside && (
        <IconButton
          icon={PanelRightOpen}
          label={t('openBeside')}
          size="compact"
          onClick={() => openBeside(asFencedBlock(language, element.current?.textContent ?? ''))}
        />
      )}
      <CopyButton
        copy={() => navigator.clipboard.writeText(element.current?.textContent ?? '')}
        label={t('code.copy')}
      />
    </figcaption>
  )
})

interface HighlightedLinesProps {
  readonly lines: readonly (readonly CodeToken[])[]
}

/** Renders the tokens as children without keys, because they never move. */
function HighlightedLines({ lines }: HighlightedLinesProps) {
  const nodes = lines.flatMap((line, row): ReactNode[] => [
    row === 0 ? '' : '\n',
    ...line.map(({ content, color }) =>
      color === undefined ? content : createElement('span', { style: { color } }, content),
    ),
  ])
  return createElement(Fragment, {}, ...nodes)
}
