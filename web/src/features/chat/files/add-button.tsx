import { Paperclip, Plus } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#i18n/index.ts'
import { FileChooser } from '#ui/controls/file-chooser.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { MenuButton, type MenuGroup } from '#ui/controls/menu-button.tsx'
import type { Composer } from '../store/composer.ts'

/**
 * Types that file choosers show first; every type is still checked by its bytes. On phones this offers the
 * camera.
 */
const ACCEPT =
  'image/*,.heic,.heif,application/pdf,.docx,.pptx,.xlsx,.odt,.ods,.odp,.rtf,.epub,.txt,.md,.csv,.tsv,.json,.xml,.html,.log,text/*'

interface AddButtonProps {
  /** undefined for agents that take no files */
  readonly composer: Composer | undefined
  /** what can be added besides files */
  readonly groups: readonly MenuGroup[]
}

/** The menu of what can be added to the message, files first. */
export function AddButton({ composer, groups }: AddButtonProps) {
  const t = useTexts('chat')
  const chooser = useRef<HTMLInputElement>(null)
  const attach = {
    id: 'attach',
    label: t('composer.attach'),
    icon: Paperclip,
    onSelect: () => chooser.current?.click(),
  }
  const [first, ...others] = groups
  const items = [...(composer ? [attach] : []), ...(first?.items ?? [])]
  return (
    <>
      {composer && (
        <FileChooser
          ref={chooser}
          label={t('composer.attach')}
          accept={ACCEPT}
          isMultiple
          onChoose={(files) => composer.attach(files)}
        />
      )}
      <MenuButton
        label={t('composer.add')}
        side="top"
        groups={[{ items }, ...others]}
        renderOpener={(opener) => <IconButton {...opener} icon={Plus} label={t('composer.add')} />}
      />
    </>
  )
}
