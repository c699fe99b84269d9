import type { Attachment } from '@vee/contract/entities/attachment'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { encodingOptions } from '#lib/language/encoding-names.ts'
import { Select } from '#ui/controls/select.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import styles from './files.module.css'

interface EncodingSelectProps {
  readonly api: Api
  readonly attachment: Attachment
  /** as which the text was read */
  readonly encoding: string
  readonly isLabelHidden?: boolean
  readonly onRead: (attachment: Attachment, encoding: string) => void
}

/** Shows as which encoding a text was read where that is not certain; another choice reads it again. */
export function EncodingSelect({
  api,
  attachment,
  encoding,
  isLabelHidden = false,
  onRead,
}: EncodingSelectProps) {
  const t = useTexts('viewer')
  const options = encodingOptions(useLanguage(), encoding)
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')

  async function read(chosen: string): Promise<void> {
    setState('reading')
    try {
      const { readInEncoding } = await import('./read-again.ts')
      const changed = await readInEncoding(api, attachment, chosen)
      setState('idle')
      onRead(changed, chosen)
    } catch {
      setState('failed')
    }
  }

  return (
    <span className={styles['encoding']}>
      <Select
        label={isLabelHidden ? t('encodingOf', { name: attachment.name }) : t('encoding')}
        isLabelHidden={isLabelHidden}
        value={encoding}
        options={options}
        disabled={state === 'reading'}
        error={state === 'failed' ? t('encodingFailed') : undefined}
        onChange={(chosen) => void read(chosen)}
      />
      {state === 'reading' && <Spinner />}
    </span>
  )
}
