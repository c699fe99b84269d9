import type { Attachment } from '@vee/contract/entities/attachment'
import { ScanEye } from 'lucide-react'
import { use, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { DescribeContext, descriptionId } from './chat-api.ts'
import type { DescriptionEnd } from './describe-picture.ts'
import styles from './files.module.css'

interface DescribeButtonProps {
  readonly image: Attachment
  /** its text describes the picture of a message; false in the viewer, where the image has it */
  readonly isCaption?: boolean
}

/** Describes a picture in words on request; shows the description, or why there is none. */
export function DescribeButton({ image, isCaption = false }: DescribeButtonProps) {
  const t = useTexts('pictures')
  const errors = useTexts('errors')
  const describe = use(DescribeContext)
  const [isAsked, setIsAsked] = useState(false)
  const [end, setEnd] = useState<DescriptionEnd>()
  const [fresh, setFresh] = useState(false)
  if (!describe) return null
  async function ask(): Promise<void> {
    setEnd(undefined)
    setIsAsked(true)
    setEnd(await describe?.(image))
    setFresh(true)
    setIsAsked(false)
  }
  const failure = end === undefined || end === 'done' ? undefined : end
  return (
    <>
      {image.description === undefined && (
        <Button
          size="compact"
          variant="quiet"
          icon={ScanEye}
          isLoading={isAsked}
          aria-label={t('describeNamed', { name: image.name })}
          onClick={() => void ask()}
        >
          {t('describe')}
        </Button>
      )}
      <small
        id={isCaption ? descriptionId(image) : undefined}
        className={styles['description']}
        role={fresh ? 'status' : undefined}
      >
        {failure === undefined ? image.description : failure === 'blind' ? t('unseenAny') : errors(failure)}
      </small>
    </>
  )
}
