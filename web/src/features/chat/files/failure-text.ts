import { MAX_ATTACHMENT_BYTES, MAX_DOCUMENT_SECTIONS } from '@vee/contract/entities/attachment-limits'
import { useLanguage, useTexts } from '#i18n/index.ts'
import type { DraftAttachment } from './draft-attachment.ts'

/** Returns a function that describes why a file cannot be attached, with what is allowed. */
export function useFailureText() {
  const t = useTexts('chat')
  const pictures = useTexts('pictures')
  const language = useLanguage()
  return ({ reason, limit }: Extract<DraftAttachment['state'], { kind: 'failed' }>): string => {
    if (reason === 'pages')
      return pictures('pages', {
        pages: new Intl.NumberFormat(language).format(limit ?? MAX_DOCUMENT_SECTIONS),
      })
    if (reason === 'heic' || reason === 'office-format') return pictures(reason)
    if (reason !== 'too-large') return t(`files.failures.${reason}`)
    const size = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte' }).format(
      Math.floor((limit ?? MAX_ATTACHMENT_BYTES) / 1_048_576),
    )
    return t('files.failures.too-large', { size })
  }
}
