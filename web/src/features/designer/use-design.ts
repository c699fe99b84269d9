import { useCallback, useEffect, useRef, useState } from 'react'
import type { ViewMessage } from '#lib/agent-view.ts'
import { randomId } from '#lib/random-id.ts'
import type { Shelf } from '#lib/shelf.ts'
import type { NumberRow } from './calculate.ts'
import { designFrom, EMPTY_DESIGN, withReplies, withVersion, type Design } from './design.ts'

/** There is one design at a time. */
const ID = 'current'

/** The design with every diagram of the talk as a version, kept on the shelf with each change. */
export function useDesign(shelf: Shelf, messages: readonly ViewMessage[]) {
  const [design, setDesign] = useState<Design>()
  const [isKept, setKept] = useState(true)
  const taken = useRef(new Set<string>())

  useEffect(() => {
    let isWanted = true
    shelf.list('designs').then(
      ([kept]) => isWanted && setDesign(designFrom(kept)),
      () => {
        if (!isWanted) return
        setDesign(EMPTY_DESIGN)
        setKept(false)
      },
    )
    return () => {
      isWanted = false
    }
  }, [shelf])

  const change = useCallback(
    (next: Design) => {
      setDesign(next)
      shelf.write([{ kind: 'designs', id: ID, value: next }]).then(
        () => setKept(true),
        () => setKept(false),
      )
    },
    [shelf],
  )

  useEffect(() => {
    if (!design) return
    const fresh = messages.filter(({ id, isRunning }) => !isRunning && !taken.current.has(id))
    for (const { id } of fresh) taken.current.add(id)
    const grown = withReplies(design, fresh)
    if (grown !== design) change(grown)
  }, [design, messages, change])

  return {
    design,
    isKept,
    addEdit: (source: string): void => {
      if (!design) return
      const grown = withVersion(design, { id: randomId(), source, origin: 'edit' })
      change({ ...grown, draft: undefined })
    },
    setDraft: (draft: string | undefined): void => {
      if (design) change({ ...design, draft })
    },
    setRows: (rows: readonly NumberRow[]): void => {
      if (design) change({ ...design, rows })
    },
    discard: (): void => {
      change(EMPTY_DESIGN)
    },
  }
}
