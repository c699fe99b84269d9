import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'

/** How long a change can be undone, in ms. The server would allow ten minutes. */
const UNDO_MS = 10_000

interface Notice {
  readonly type: 'success' | 'error'
  readonly title: string
  readonly message?: ReactNode
  readonly duration?: number
}

/** Shows a notice, and returns a function that dismisses it. */
export type ShowUndoNotice = (notice: Notice) => () => void

/** Returns a function that shows what was done, with a button that undoes it. */
export function useUndoOffer(tell: ShowUndoNotice): (title: string, undo: () => void) => void {
  const t = useTexts('history')
  return (title, undo) => {
    const takeAway = tell({
      type: 'success',
      title,
      duration: UNDO_MS,
      message: (
        <Button
          size="compact"
          onClick={() => {
            takeAway()
            undo()
          }}
        >
          {t('undo')}
        </Button>
      ),
    })
  }
}
