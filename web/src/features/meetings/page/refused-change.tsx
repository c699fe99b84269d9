import type { MeetingChange } from '@vee/contract/meetings/change'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'

/** Fields of a meeting and its parts that contain user text. */
const WORDS: ReadonlySet<string> = new Set([
  'title',
  'meetingDate',
  'participants',
  'tags',
  'quickNotes',
  'summary',
  'transcript',
  'speaker',
  'text',
  'assignee',
  'dueDate',
  'label',
])

/** Returns all user texts of this change, one below the other. */
export function changedTextOf(change: MeetingChange): string {
  const words: string[] = []
  function collect(value: unknown, field: string): void {
    if (typeof value === 'string' && value !== '' && WORDS.has(field)) words.push(value)
    else if (Array.isArray(value)) for (const item of value) collect(item, field)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(inner, name)
    }
  }
  collect(change, '')
  return words.join('\n')
}

interface RefusedChangeProps {
  readonly change: MeetingChange
  readonly onDiscard: () => void
}

/** Shows the text of a change that the server rejected permanently: the user can copy or discard it. */
export function RefusedChange({ change, onDiscard }: RefusedChangeProps) {
  const t = useTexts('meetings')
  const common = useTexts('common')
  const [copied, setCopied] = useState<string>()
  const words = changedTextOf(change)
  const copy = () =>
    // If the browser does not allow copying, the text can be selected and copied manually.
    navigator.clipboard.writeText(words).then(
      () => setCopied(words),
      () => setCopied(undefined),
    )
  return (
    <Banner
      tone="error"
      title={t('refused.title')}
      actions={
        <>
          {words !== '' && (
            <Button onClick={() => void copy()}>{common(copied === words ? 'copied' : 'copy')}</Button>
          )}
          <Button variant="danger" onClick={onDiscard}>
            {t('refused.discard')}
          </Button>
        </>
      }
    >
      {words !== '' && <TextArea label={t('refused.words')} value={words} rows={4} dir="auto" readOnly />}
    </Banner>
  )
}
