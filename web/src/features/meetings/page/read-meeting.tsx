import type { Meeting } from '@vee/contract/entities/meeting'
import { meetingMarkdown } from '@vee/contract/meetings/markdown'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState, type ComponentType } from 'react'
import { currentLanguage, useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { formatDay } from '../files/day-of.ts'
import { ExportMenu } from '../files/export-menu.tsx'
import { supportsFormat, type Format, wordsIn, writeMeetings } from '../files/write-file.ts'
import styles from '../meetings.module.css'

interface ReadMeetingProps {
  readonly meeting: Meeting
  readonly Markdown: ComponentType<{ readonly text: string }>
  readonly onBack: () => void
}

/** A read-only meeting of a colleague, as a document. */
export function ReadMeeting({ meeting, Markdown, onBack }: ReadMeetingProps) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const [hasFailed, setFailed] = useState(false)
  const text = useMemo(
    () => meetingMarkdown(meeting, wordsIn(language), (date) => formatDay(date, language)),
    [meeting, language],
  )

  async function write(format: Format): Promise<void> {
    setFailed(false)
    await writeMeetings([meeting], format, currentLanguage()).catch(() => setFailed(true))
  }
  return (
    <article className={styles['page']} aria-label={meeting.title || t('untitled')}>
      <div className={styles['bar']}>
        <Button variant="quiet" icon={ArrowLeft} onClick={onBack}>
          {t('back')}
        </Button>
        <div className={styles['actions']}>
          <Badge>{t('sharedBy', { name: meeting.sharedBy?.name ?? '' })}</Badge>
          <ExportMenu
            can={(format) => supportsFormat(meeting, format)}
            onChoose={(format) => void write(format)}
          />
        </div>
      </div>
      {hasFailed && <Banner tone="error" title={t('exportFailed')} />}
      <Markdown text={text} />
    </article>
  )
}
