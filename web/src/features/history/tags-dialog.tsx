import {
  CONVERSATION_TAG_MAX_LENGTH,
  CONVERSATION_TAGS_MAX,
} from '@vee/contract/entities/conversation-limits'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'

interface TagsDialogProps {
  readonly tags: readonly string[]
  readonly onSave: (tags: readonly string[]) => void
  readonly onClose: () => void
}

/** Changes tags, of one conversation or those that several have in common, which are separated by commas. */
export function TagsDialog({ tags, onSave, onClose }: TagsDialogProps) {
  const t = useTexts('history')
  const [text, setText] = useState(tags.join(', '))
  function save(): void {
    onSave(tagsIn(text))
    onClose()
  }
  return (
    <Dialog
      isOpen
      size="small"
      title={t('tags.title')}
      closeLabel={t('cancel')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label={t('tags.label')}
          hint={t('tags.hint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </Dialog>
  )
}

/** Returns the tags in a text, each once; commas of Chinese and Japanese separate them too. */
function tagsIn(text: string): readonly string[] {
  const tags = text
    .split(/[,，、\n]/u)
    .map((tag) =>
      tag
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, CONVERSATION_TAG_MAX_LENGTH),
    )
    .filter((tag) => tag !== '')
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, CONVERSATION_TAGS_MAX)
}
