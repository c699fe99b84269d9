import { Archive, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CodeEditor } from '#ui/display/code-editor.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { LineDiff } from '#ui/display/line-diff.tsx'
import { ListPane } from '#ui/display/list-pane.tsx'
import { PaneRow, PaneRows } from '#ui/display/pane-row.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Tooltip } from '#ui/feedback/tooltip.tsx'
import styles from './gallery.module.css'
import { GallerySection, Specimen, States } from './specimen.tsx'

const BEFORE = 'def greet(name):\n    print("Hello " + name)\n'
const AFTER = 'def greet(name: str) -> None:\n    print(f"Hello {name}")  # 1 line\n'

/** Renders compositions of several primitives, and those that need space. */
export function PaneSection() {
  const [code, setCode] = useState(AFTER)
  const [isAsking, setAsking] = useState(false)
  return (
    <GallerySection title="Panes and code">
      <div className={styles['columns']}>
        <ListPane
          title="Conversations"
          closeLabel="Close"
          onClose={() => undefined}
          actions={
            <>
              <IconButton icon={Archive} label="Archive" tooltipSide="below" />
              <IconButton icon={Plus} label="New" tooltipSide="below" />
            </>
          }
          search={<TextField label="Search conversations" type="search" />}
        >
          <PaneRows label="Conversations">
            <PaneRow title="Where is the harbour?" meta="V, 10:24" isCurrent onOpen={() => undefined} />
            <PaneRow
              title="Tries and hash sets"
              meta="Tutor, yesterday"
              onOpen={() => undefined}
              actions={<IconButton icon={Archive} label="Archive" />}
            />
          </PaneRows>
          <p>The list moves under its search.</p>
        </ListPane>
        <LineDiff before={BEFORE} after={AFTER} label="Compared" addedLabel="added" removedLabel="removed" />
        <CodeEditor label="Code" value={code} onChange={setCode} language="python" />
      </div>
      <Specimen name="Tooltip">
        <States>
          <Tooltip text="What the control is called">
            <Button>Rests</Button>
          </Tooltip>
        </States>
      </Specimen>
      <Specimen name="Confirm dialog">
        <Button onClick={() => setAsking(true)}>Delete …</Button>
        {isAsking && (
          <ConfirmDialog
            title="Delete this entry?"
            text="It cannot be brought back."
            action="Delete"
            cancelLabel="Cancel"
            closeLabel="Close"
            onClose={() => setAsking(false)}
            onConfirm={() => Promise.resolve()}
          />
        )}
      </Specimen>
    </GallerySection>
  )
}
