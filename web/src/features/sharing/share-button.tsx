import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { ShareProps } from '#lib/share-props.ts'
import { Button } from '#ui/controls/button.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** Opens the owner's settings for sharing. */
export function ShareButton(props: ShareProps) {
  const t = useTexts('sharing')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Share2} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('share')}
      </Button>
      {isOpen && <ShareDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
