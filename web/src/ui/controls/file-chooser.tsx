import type { RefObject } from 'react'

interface FileChooserProps {
  /** `click()` of the element opens the chooser */
  readonly ref: RefObject<HTMLInputElement | null>
  /** accessible name */
  readonly label: string
  /** types that the chooser shows first, as in HTML; files are checked by their content */
  readonly accept: string
  /** several files can be chosen at once */
  readonly isMultiple?: boolean
  /** called with at least one file */
  readonly onChoose: (files: readonly File[]) => void
}

/** The browser's file chooser, opened by a button next to it. */
export function FileChooser({ ref, label, accept, isMultiple = false, onChoose }: FileChooserProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={isMultiple}
      accept={accept}
      aria-label={label}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])]
        // The same file can be chosen again.
        target.value = ''
        if (files.length > 0) onChoose(files)
      }}
    />
  )
}
