import type { Attachment } from '@vee/contract/entities/attachment'
import type { SourceQuote } from '@vee/contract/entities/source'
import { Suspense } from 'react'
import type { Api } from '#lib/http/index.ts'
import { useFileUrl } from '../use-file-url.ts'
import { DescribeButton } from '../describe-button.tsx'
import { LazyDocumentViewer, LazyImageViewer } from './lazy-viewers.ts'

interface FileViewerProps {
  readonly api: Api
  readonly attachment: Attachment
  /** the page, slide, sheet or cell that is shown and marked, as a model named it */
  readonly locator?: string
  /** what a reply quotes of it */
  readonly quotes?: readonly SourceQuote[]
  readonly onClose: () => void
}

const NONE: readonly SourceQuote[] = []

/** Opens a file of a message in the viewer for its kind. */
export function FileViewer({ api, attachment, locator = '', quotes = NONE, onClose }: FileViewerProps) {
  const isImage = attachment.kind === 'image'
  const picture = useFileUrl(isImage ? api : undefined, attachment.id)
  const { name } = attachment
  return (
    <Suspense>
      {isImage ? (
        <LazyImageViewer
          title={name}
          alt={attachment.description ?? name}
          address={picture}
          fileName={name}
          caption={<DescribeButton image={attachment} />}
          onClose={onClose}
        />
      ) : (
        <LazyDocumentViewer
          api={api}
          attachment={attachment}
          locator={locator}
          quotes={quotes}
          onClose={onClose}
        />
      )}
    </Suspense>
  )
}
