import type { DocumentText } from '@vee/contract/entities/attachment'
import { ReplyText } from '#features/chat/conversation/reply-text.tsx'
import { MeetingsView } from '#features/meetings/index.ts'
import { ShareButton } from '#features/sharing/share-button.tsx'
import type { AgentViewProps } from '#lib/agent-view.ts'

type MeetingsPanelProps = Pick<AgentViewProps, 'api' | 'owner' | 'requestedRecord'>

/** The meetings, next to the conversation or on a separate page, with sharing. */
export function MeetingsPanel({ requestedRecord, ...props }: MeetingsPanelProps) {
  return (
    <MeetingsView
      key={requestedRecord?.opening}
      {...props}
      {...(requestedRecord && {
        wanted: requestedRecord.id,
        wantedSecond: requestedRecord.second,
        playsWanted: requestedRecord.plays === true,
      })}
      Share={ShareButton}
      Markdown={Markdown}
      readFileText={readFileText}
    />
  )
}

const Markdown = ({ text }: { readonly text: string }) => (
  <ReplyText text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} />
)

/** Its code is loaded with the first document. */
async function readFileText(file: File): Promise<DocumentText> {
  const code = await import('#features/chat/files/read/read-file-text.ts')
  return code.readFileText(file)
}
