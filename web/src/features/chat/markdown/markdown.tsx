import { memo, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { fenceEnd, openingFence } from '@vee/contract/text/fences'
import { trimEndOf } from '@vee/contract/text/trim'
import { alignText } from './align.ts'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'
import { mend } from './mend.ts'
import { Prose, type ProseProps } from './prose.tsx'
import { SoftBoundary } from '../conversation/soft-boundary.tsx'
import { createSplitter } from './split-blocks.ts'

const FENCE_OPENING = /^ {0,3}(?:`{3,}(?!`)|~{3,}(?!~))[^\n`]*(?:\n|$)/

/** A stretch of the source, in UTF-16 code units; `end` is exclusive. */
interface Range {
  readonly start: number
  readonly end: number
}

export interface MarkdownProps {
  readonly text: string
  /** more of it follows */
  readonly isGrowing: boolean
  /** the range being spoken now */
  readonly spoken: Range | undefined
  /** the word of it that is being spoken */
  readonly spokenWord?: Range | undefined
  /** text after this offset was never heard */
  readonly unspokenFrom: number | undefined
  /** a press on a sentence, as an offset into the text */
  readonly onPressText?: (offset: number) => void
}

/** Renders the Markdown of a model: raw HTML stays text, links are safe, and each block is parsed once. */
export function Markdown({ onPressText, ...props }: MarkdownProps) {
  const container = useRef<HTMLDivElement>(null)
  usePressedText(container, props.text, onPressText)
  return (
    <div ref={container} className={styles['markdown']} data-pressable={onPressText ? '' : undefined}>
      <Blocks {...props} />
    </div>
  )
}

function Blocks({ text, isGrowing, spoken, spokenWord, unspokenFrom }: Omit<MarkdownProps, 'onPressText'>) {
  const [split] = useState(createSplitter)
  const { blocks, definitions } = useMemo(() => split(text), [split, text])

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
        wordStart={isSpoken && spokenWord ? spokenWord.start - start : undefined}
        wordEnd={isSpoken && spokenWord ? spokenWord.end - start : undefined}
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

/** Receives only its own plain values, so that it is rendered again only when they change. */
const BlockView = memo(function BlockView({ start, isOpen, ...prose }: BlockViewProps) {
  const { source, unspokenFrom } = prose
  const isWhollyUnspoken = unspokenFrom === 0
  const fence = parseFence(source)
  return (
    <div data-block={start} data-unspoken={isWhollyUnspoken || undefined}>
      {fence ? (
        <CodeBlock language={fence.language} code={fence.code} isClosed={fence.isClosed || !isOpen} />
      ) : (
        <SoftBoundary
          fallback={
            <p className={styles['plain']} dir="auto">
              {source}
            </p>
          }
        >
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

/**
 * Returns the position of a point of the screen in a block's rendered text; undefined when no text is there.
 */
function renderedOffsetAt(blockElement: Element, x: number, y: number): number | undefined {
  const caret = document.caretPositionFromPoint(x, y)
  if (!caret || !blockElement.contains(caret.offsetNode)) return undefined
  const before = document.createRange()
  before.selectNodeContents(blockElement)
  before.setEnd(caret.offsetNode, caret.offset)
  return before.toString().length
}

/** Lets pointer users start the voice from a place in the text; the reply's own controls offer the same. */
function usePressedText(
  container: RefObject<HTMLDivElement | null>,
  text: string,
  onPressText: MarkdownProps['onPressText'],
): void {
  useLayoutEffect(() => {
    const element = container.current
    if (!element || !onPressText) return undefined
    function press({ target, clientX, clientY }: MouseEvent): void {
      // A selection of text or a click on a control has another purpose.
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

interface Fence {
  /** the first word after the opening fence, in lower case; empty when there is none */
  readonly language: string
  readonly code: string
  readonly isClosed: boolean
}

/** Returns the parts of a fenced code block; undefined when the source is none. */
function parseFence(source: string): Fence | undefined {
  const [head] = FENCE_OPENING.exec(source) ?? []
  const fence = head === undefined ? undefined : openingFence(head)
  if (head === undefined || !fence) return undefined
  const lines = trimEndOf(source.slice(head.length), /\n/).split('\n')
  const { isClosed } = fenceEnd(trimEndOf(source, /\n/))
  return { language: fence.language, code: (isClosed ? lines.slice(0, -1) : lines).join('\n'), isClosed }
}
