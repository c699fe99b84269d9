import { ReplyText } from '#features/chat/reply-text.tsx'
import { MeetingsView } from '#features/meetings/index.ts'
import { ShareButton } from '#features/sharing/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'

interface MeetingsPanelProps extends Pick<AgentViewProps, 'api' | 'owner'> {
  /** the meeting of a link */
  readonly wanted?: string
}

/** The meetings, beside the talk or on a page of their own, with what it takes to share them. */
export function MeetingsPanel(props: MeetingsPanelProps) {
  return <MeetingsView {...props} Share={ShareButton} Markdown={Markdown} />
}

const Markdown = ({ text }: { readonly text: string }) => (
  <ReplyText text={text} isGrowing={false} spoken={undefined} unspokenFrom={undefined} />
)
