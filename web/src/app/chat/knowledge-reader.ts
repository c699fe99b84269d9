import { useMemo, useRef } from 'react'
import { useFailureText } from '#features/chat/files/failure-text.ts'
import type { KnowledgeFileReader } from '#features/knowledge/index.ts'
import { loadLazyTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'

/** Returns what reads files for knowledge: the same code that reads files of messages, loaded with the first file. */
export function useKnowledgeReader(api: Api): KnowledgeFileReader {
  const failureText = useRef(useFailureText())
  return useMemo(
    () => ({
      accept:
        'application/pdf,.docx,.pptx,.xlsx,.odt,.ods,.odp,.rtf,.epub,.txt,.md,.csv,.tsv,.json,.xml,.html,text/*,image/*',
      async read(file, onStep) {
        const [{ prepareFile }] = await Promise.all([
          import('#features/chat/files/prepare-files.ts'),
          loadLazyTexts(),
        ])
        const state = await prepareFile(api, file, (current) => {
          if (current.kind !== 'preparing') return
          const { uploaded, pages } = current
          if (uploaded === undefined) onStep({ kind: 'reading', ...(pages && { pages }) })
          else onStep({ kind: 'uploading', uploaded })
        })
        if (state.kind === 'ready') return state.attachment.id
        throw new Error(state.kind === 'failed' ? failureText.current(state) : '')
      },
    }),
    [api],
  )
}
