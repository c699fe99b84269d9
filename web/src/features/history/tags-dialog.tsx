import {
  MAX_CONVERSATION_TAG_LENGTH,
  MAX_CONVERSATION_TAGS,
} from '@vee/contract/entities/conversation-limits'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { TextField } from '#ui/controls/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'

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
    <FormDialog title={t('tags.title')} onSave={save} onClose={onClose}>
      <TextField
        label={t('tags.label')}
        hint={t('tags.hint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
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
        .slice(0, MAX_CONVERSATION_TAG_LENGTH),
    )
    .filter((tag) => tag !== '')
  return [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()].slice(0, MAX_CONVERSATION_TAGS)
}
