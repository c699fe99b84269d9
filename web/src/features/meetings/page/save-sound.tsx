import type { Meeting } from '@vee/contract/entities/meeting'
import { AudioLines } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { downloadBlob } from '#lib/files/download-text.ts'
import type { IndexedStore } from '#lib/storage/indexed-store.ts'
import { Button } from '#ui/controls/button.tsx'
import type { ServerSound } from '../repositories/server-sound.ts'
import styles from '../meetings.module.css'
import { soundPiecesOf, trackFile } from '../recording/meeting-sound.ts'

interface SaveSoundProps {
  readonly meeting: Meeting
  readonly indexedStore: IndexedStore
  readonly sound: ServerSound | undefined
}

/** Downloads the audio as one file per track. */
export function SaveSound({ meeting, indexedStore, sound }: SaveSoundProps) {
  const t = useTexts('meetings')
  const [status, setStatus] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function save(): Promise<void> {
    setStatus('busy')
    try {
      const pieces = await soundPiecesOf(meeting.id, indexedStore, sound)
      for (const track of new Set(pieces.map((piece) => piece.track))) {
        const name = `${meeting.title || t('untitled')} ${t(`tracks.${track}`)}`
        const file = await trackFile(pieces, track)
        downloadBlob(`${name.replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')}.wav`, file)
      }
      setStatus('idle')
    } catch {
      setStatus('failed')
    }
  }

  return (
    <div className={styles['actions']}>
      <Button icon={AudioLines} isLoading={status === 'busy'} onClick={() => void save()}>
        {t('saveSound')}
      </Button>
      <output className={styles['note']}>{status === 'failed' && t('exportFailed')}</output>
    </div>
  )
}
