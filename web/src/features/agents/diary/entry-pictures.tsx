import { ImageOff, ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import styles from './diary.module.css'
import type { Diary } from './diary-store.ts'
import { MAX_PICTURES, type DiaryPicture } from './entry.ts'
import { canLock } from './lock.ts'

/** Largest file of a picture, in bytes, before it is scaled down. */
const MAX_FILE_BYTES = 60_000_000

interface EntryPicturesProps {
  readonly diary: Diary
  readonly pictures: readonly DiaryPicture[]
  /** undefined where they are only shown */
  readonly onRemove?: (id: string) => void
}

/** Shows the pictures of an entry. */
export function EntryPictures({ diary, pictures, onRemove }: EntryPicturesProps) {
  const t = useTexts('diary')
  if (pictures.length === 0) return null
  return (
    <ul className={styles['pictures']} aria-label={t('pictures.list')}>
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Picture diary={diary} picture={picture} />
          {onRemove && (
            <IconButton
              icon={X}
              label={t('pictures.remove', { name: picture.name })}
              onClick={() => onRemove(picture.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function Picture({ diary, picture }: { readonly diary: Diary; readonly picture: DiaryPicture }) {
  const t = useTexts('diary')
  const url = usePictureUrl(diary, picture)
  if (url !== null) return url === undefined ? null : <img src={url} alt={picture.name} />
  return (
    <span className={styles['note']}>
      <Icon of={ImageOff} size="s" /> {t('pictures.missing', { name: picture.name })}
    </span>
  )
}

/** Returns a picture as an object URL; null if it is missing, undefined until it is known. */
function usePictureUrl(diary: Diary, picture: DiaryPicture): string | null | undefined {
  const { id, name, key } = picture
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    let isWanted = true
    let created: string | undefined
    void diary.picture({ id, name, key }).then((image) => {
      if (!isWanted) return
      created = image && URL.createObjectURL(image)
      setUrl(created ?? null)
    })
    return () => {
      isWanted = false
      if (created !== undefined) URL.revokeObjectURL(created)
    }
  }, [diary, id, name, key])
  return url
}

interface AddPicturesProps {
  readonly diary: Diary
  /** number of pictures that the entry has */
  readonly count: number
  /** scales a picture down and removes its metadata; rejects for other files */
  readonly prepareImage: (file: File) => Promise<Blob>
  readonly onAdd: (picture: DiaryPicture) => void
}

/** Adds pictures to the entry, encrypted. Pages without TLS cannot encrypt, and offer no pictures. */
export function AddPictures({ diary, count, prepareImage, onAdd }: AddPicturesProps) {
  const t = useTexts('diary')
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly string[]>([])
  const [isFull, setFull] = useState(false)

  async function add(files: readonly File[]): Promise<void> {
    if (files.length === 0) return
    const room = Math.max(0, MAX_PICTURES - count)
    const notAdded: string[] = []
    setBusy(true)
    setFailed([])
    setFull(files.length > room)
    for (const file of files.slice(0, room)) {
      const image = file.size > MAX_FILE_BYTES ? undefined : await prepareImage(file).catch(() => undefined)
      const picture = image && (await diary.addPicture(image, file.name))
      if (picture) onAdd(picture)
      else notAdded.push(file.name)
    }
    setFailed(notAdded)
    setBusy(false)
  }

  if (!canLock()) return null
  return (
    <>
      <div className={styles['actions']}>
        <Button icon={ImagePlus} isLoading={isBusy} onClick={() => chooser.current?.click()}>
          {t('pictures.add')}
        </Button>
        <FileChooser
          ref={chooser}
          label={t('pictures.add')}
          accept="image/*,.heic,.heif"
          isMultiple
          onChoose={(files) => void add(files)}
        />
        <span className={styles['note']}>{t('pictures.help')}</span>
      </div>
      {failed.length > 0 && (
        <Banner tone="error" title={t('pictures.failed', { names: failed.join(', ') })} />
      )}
      {isFull && <Banner tone="warning" title={t('pictures.full', { count: MAX_PICTURES })} />}
    </>
  )
}
