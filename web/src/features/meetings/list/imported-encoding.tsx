import type { Meeting } from '@vee/contract/entities/meeting'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { readTextFile } from '#lib/files/read-text-file.ts'
import { encodingOptions } from '#lib/language/encoding-names.ts'
import { Select } from '#ui/controls/select.tsx'
import { readTranscript } from '../files/read-file.ts'
import type { MeetingRepository } from '../repositories/meeting-repository.ts'

/** The file of a transcript that was imported, with the encoding that it was taken for where that is not certain. */
export interface GuessedFile {
  readonly meetingId: string
  readonly file: File
  readonly encoding: string
}

interface ImportedEncodingProps {
  readonly guessed: GuessedFile
  readonly repository: MeetingRepository
  /** called with the meeting whose transcript was read in another encoding */
  readonly onChange: (meeting: Meeting, guessed: GuessedFile) => void
}

/** Shows in which encoding an imported transcript was read; another choice reads it again. */
export function ImportedEncoding({ guessed, repository, onChange }: ImportedEncodingProps) {
  const t = useTexts('meetings')
  const [hasFailed, setFailed] = useState(false)

  async function read(encoding: string): Promise<void> {
    const { text } = await readTextFile(guessed.file, encoding)
    const transcript = readTranscript(text, guessed.file.name)
    if (transcript) onChange(await repository.change(guessed.meetingId, transcript), { ...guessed, encoding })
    setFailed(!transcript)
  }

  return (
    <Select
      label={t('encoding')}
      value={guessed.encoding}
      options={encodingOptions(useLanguage(), guessed.encoding)}
      error={hasFailed ? t('importFailed') : undefined}
      onChange={(encoding) => void read(encoding).catch(() => setFailed(true))}
    />
  )
}
