import { Download } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { type Format, FORMATS } from './write-file.ts'

interface ExportMenuProps {
  /** returns whether there is content for that format */
  readonly can?: (format: Format) => boolean
  readonly size?: 'compact'
  readonly onChoose: (format: Format) => void
  readonly isDisabled?: boolean
}

/** The menu of all export formats. */
export function ExportMenu({ can, size, onChoose, isDisabled = false }: ExportMenuProps) {
  const t = useTexts('meetings')
  return (
    <MenuButton
      label={t('export')}
      align="end"
      groups={[
        {
          items: FORMATS.map((format) => ({
            id: format,
            label: t(`formats.${format}`),
            icon: Download,
            isDisabled: can !== undefined && !can(format),
            onSelect: () => onChoose(format),
          })),
        },
      ]}
      renderOpener={(opener) => (
        <Button {...opener} {...(size && { size })} icon={Download} disabled={isDisabled}>
          {t('export')}
        </Button>
      )}
    />
  )
}
