import { diffLines } from 'diff'
import styles from './line-diff.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface LineDiffProps {
  readonly before: string
  readonly after: string
  /** the compared content, for assistive technology */
  readonly label: string
  /** read before added lines, and before removed ones */
  readonly addedLabel: string
  readonly removedLabel: string
}

/** Shows the differences of two texts by line; marked by sign and word as well as colour. */
export function LineDiff({ before, after, label, addedLabel, removedLabel }: LineDiffProps) {
  const parts = diffLines(ended(before), ended(after))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles['diff']} aria-label={label} tabIndex={0} dir="ltr" translate="no">
      {parts.flatMap(({ value, added, removed }, hunk) =>
        value
          .replace(/\n$/, '')
          .split('\n')
          .map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line has only its place
            <div key={`${hunk}.${index}`} className={styles[added ? 'added' : removed ? 'removed' : 'same']}>
              <span aria-hidden>{added ? '+' : removed ? '−' : ' '}</span>
              {(added || removed) && <VisuallyHidden>{added ? addedLabel : removedLabel}</VisuallyHidden>}
              <code>{line}</code>
            </div>
          )),
      )}
    </section>
  )
}

/** Without this, the last line would differ by the missing line break. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
