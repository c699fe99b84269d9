import { memo, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { alignText } from './align.ts'
import { CodeBlock } from './code-block.tsx'
import { parseFence } from './fence.ts'
import styles from './markdown.module.css'
import { mend } from './mend.ts'
import { Prose, type ProseProps } from './prose.tsx'
import { SoftBoundary } from '../soft-boundary.tsx'
import { createSplitter } from './split-blocks.ts'

/** A stretch of the source, in UTF-16 code units; `end` is exclusive. */
interface Range {
  readonly start: number
  readonly end: number
}

export interface MarkdownProps {
  readonly text: string
  /** more of it is coming */
  readonly isGrowing: boolean
  /** what is being said right now */
  readonly spoken: Range | undefined
  /** what follows this offset was never heard */
  readonly unspokenFrom: number | undefined
  /** a press on a sentence, as an offset into the text */
  readonly onPressText?: (offset: number) => void
  /** told what each rendering of another text took, in ms */
  readonly tellCost?: (ms: number) => void
}

/** Markdown of a model: raw HTML stays text, links are safe, and each block is parsed once. */
export function Markdown({ onPressText, ...props }: MarkdownProps) {
  const container = useRef<HTMLDivElement>(null)
  usePressedText(container, props.text, onPressText)
  return (
    <div
      ref={container}
      className={styles['markdown']}
      dir="auto"
      data-pressable={onPressText ? '' : undefined}
    >
      <Blocks {...props} />
    </div>
  )
}

function Blocks({ text, isGrowing, spoken, unspokenFrom, tellCost }: Omit<MarkdownProps, 'onPressText'>) {
  const startedAt = performance.now()
  const [split] = useState(createSplitter)
  const { blocks, definitions } = useMemo(() => split(text), [split, text])

  useLayoutEffect(() => {
    tellCost?.(performance.now() - startedAt)
    // oxlint-disable-next-line react/exhaustive-deps -- what was measured is the rendering of this very text
  }, [text])

  return blocks.map(({ start, source }, index) => {
    const end = start + source.length
    const isSpoken = spoken !== undefined && spoken.start < end && spoken.end > start
    return (
      <BlockView
        key={start}
        start={start}
        source={source}
        definitions={source.includes('[') ? definitions : ''}
        isOpen={isGrowing && index === blocks.length - 1}
        spokenStart={isSpoken ? spoken.start - start : undefined}
        spokenEnd={isSpoken ? spoken.end - start : undefined}
        unspokenFrom={
          unspokenFrom !== undefined && unspokenFrom < end ? Math.max(0, unspokenFrom - start) : undefined
        }
      />
    )
  })
}

interface BlockViewProps extends ProseProps {
  /** offset in the whole text */
  readonly start: number
}

/** Told only what concerns it, in plain values, so that it is rendered anew only when that changes. */
const BlockView = memo(function BlockView({ start, isOpen, ...prose }: BlockViewProps) {
  const { source, unspokenFrom } = prose
  const isWhollyUnspoken = unspokenFrom === 0
  const fence = parseFence(source)
  return (
    <div data-block={start} data-unspoken={isWhollyUnspoken || undefined}>
      {fence ? (
        <CodeBlock language={fence.language} code={fence.code} isClosed={fence.isClosed || !isOpen} />
      ) : (
        <SoftBoundary fallback={<p className={styles['plain']}>{source}</p>}>
          <Prose
            {...prose}
            isOpen={isOpen}
            source={isOpen ? mend(source) : source}
            unspokenFrom={isWhollyUnspoken ? undefined : unspokenFrom}
          />
        </SoftBoundary>
      )}
    </div>
  )
})

/** Where in a block's rendered text a point of the screen lies; undefined when it lies on no text. */
function renderedOffsetAt(block: Element, x: number, y: number): number | undefined {
  const caret = document.caretPositionFromPoint(x, y)
  if (!caret || !block.contains(caret.offsetNode)) return undefined
  const before = document.createRange()
  before.selectNodeContents(block)
  before.setEnd(caret.offsetNode, caret.offset)
  return before.toString().length
}

/** An extra for those who point: reading on from a place is also reachable by the reply's own controls. */
function usePressedText(
  container: RefObject<HTMLDivElement | null>,
  text: string,
  onPressText: MarkdownProps['onPressText'],
): void {
  useLayoutEffect(() => {
    const element = container.current
    if (!element || !onPressText) return undefined
    function press({ target, clientX, clientY }: MouseEvent): void {
      // Whoever selects text or presses a control wants something else.
      if (!(target instanceof Element) || target.closest('a, button, figure, summary, input')) return
      if (getSelection()?.isCollapsed === false) return
      const block = target.closest('[data-block]')
      if (!(block instanceof HTMLElement)) return
      const rendered = renderedOffsetAt(block, clientX, clientY)
      if (rendered === undefined) return
      const start = Number(block.dataset['block'])
      const offsets = alignText(text.slice(start), (block.textContent ?? '').slice(0, rendered + 1))
      onPressText?.(start + (offsets[rendered] ?? 0))
    }
    element.addEventListener('click', press)
    return () => element.removeEventListener('click', press)
  }, [container, text, onPressText])
}
