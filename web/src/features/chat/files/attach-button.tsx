import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#i18n/index.ts'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { Composer } from '../store/composer.ts'

/**
 * Types that file choosers show first; every type is still checked by its bytes. On phones this offers the
 * camera.
 */
const ACCEPT =
  'image/*,.heic,.heif,application/pdf,.docx,.pptx,.xlsx,.odt,.ods,.odp,.rtf,.epub,.txt,.md,.csv,.tsv,.json,.xml,.html,.log,text/*'

/** Opens the file chooser. */
export function AttachButton({ composer }: { readonly composer: Composer }) {
  const t = useTexts('chat')
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <FileChooser
        ref={chooser}
        label={t('composer.attach')}
        accept={ACCEPT}
        isMultiple
        onChoose={(files) => composer.attach(files)}
      />
      <IconButton icon={Paperclip} label={t('composer.attach')} onClick={() => chooser.current?.click()} />
    </>
  )
}
