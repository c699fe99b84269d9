import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PaneRows } from '#ui/display/pane-row.tsx'

/** Rows of a chunk. */
const CHUNK_LENGTH = 20
/** Height of a row before its chunk was in the document, in px. */
const ROW_PX = 58
/** Distance from the view within which rows are in the document, in px. */
const NEAR_PX = 1_200

interface NearRowsProps<Item> {
  readonly items: readonly Item[]
  /** whether the list begins with these */
  readonly isFirst: boolean
  readonly children: (item: Item) => ReactNode
}

/** Renders the rows of a list that are near the view, and keeps the room of the others: thousands cost as much as fifty. */
export function NearRows<Item extends { readonly id: string }>({
  items,
  isFirst,
  children,
}: NearRowsProps<Item>) {
  const chunks = Array.from({ length: Math.ceil(items.length / CHUNK_LENGTH) }, (_, index) =>
    items.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH),
  )
  return chunks.map((chunk, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- a chunk is a place in the list, whatever rows it has
    <Chunk key={index} length={chunk.length} isFirst={isFirst && index === 0}>
      {() => chunk.map(children)}
    </Chunk>
  ))
}

interface ChunkProps {
  readonly length: number
  readonly isFirst: boolean
  readonly children: () => ReactNode
}

function Chunk({ length, isFirst, children }: ChunkProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(isFirst)
  /** as measured when its rows left the document, in px */
  const [height, setHeight] = useState(length * ROW_PX)
  useEffect(() => {
    const chunk = element.current
    if (!chunk) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isInReach = entries.at(-1)?.isIntersecting === true
        // The focus would be lost with its row.
        if (!isInReach && chunk.contains(document.activeElement)) return
        if (!isInReach && chunk.childElementCount > 0) setHeight(chunk.offsetHeight)
        setNear(isInReach)
      },
      { root: scrollerOf(chunk), rootMargin: `${NEAR_PX}px 0px` },
    )
    observer.observe(chunk)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={element} style={isNear ? undefined : { height }}>
      {isNear && <PaneRows>{children()}</PaneRows>}
    </div>
  )
}

/** Returns the nearest element around this one that scrolls; null for the window. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent
  return null
}
