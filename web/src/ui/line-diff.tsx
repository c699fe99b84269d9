import { diffLines } from 'diff'
import styles from './line-diff.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface LineDiffProps {
  readonly before: string
  readonly after: string
  /** what is compared, for assistive technology */
  readonly label: string
  /** said before lines that are new, and before those that are gone */
  readonly addedLabel: string
  readonly removedLabel: string
}

/** What changed from one text to another, line by line; told by sign and word before colour. */
export function LineDiff({ before, after, label, addedLabel, removedLabel }: LineDiffProps) {
  const parts = diffLines(ended(before), ended(after))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles['diff']} aria-label={label} tabIndex={0} dir="ltr" translate="no">
      {parts.flatMap(({ value, added, removed }, part) =>
        value
          .replace(/\n$/, '')
          .split('\n')
          .map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line has only its place
            <div key={`${part}.${index}`} className={styles[added ? 'added' : removed ? 'removed' : 'same']}>
              <span aria-hidden>{added ? '+' : removed ? '−' : ' '}</span>
              {(added || removed) && <VisuallyHidden>{added ? addedLabel : removedLabel}</VisuallyHidden>}
              <code>{line}</code>
            </div>
          )),
      )}
    </section>
  )
}

/** Without this, the last line differs by the missing line break alone. */
const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
