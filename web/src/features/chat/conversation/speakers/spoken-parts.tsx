import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'
import type { ReplyMessage } from '../../store/message.ts'
import { ReplyText } from '../reply-text.tsx'
import { SpeakerName } from './speaker-name.tsx'
import styles from '../row.module.css'

interface SpokenPartsProps {
  readonly reply: ReplyMessage
  /** its text so far */
  readonly text: string
  readonly spoken: SpokenRange | undefined
  readonly spokenWord: SpokenRange | undefined
  readonly onPressText: (offset: number) => void
}

/** Renders a reply of several agents: each one's words under its name. */
export function SpokenParts({ reply, text, spoken, spokenWord, onPressText }: SpokenPartsProps) {
  const parts = partsBySpeaker({ ...reply, content: text })
  return parts.map(({ agentId, start, text: words }, index) => {
    const isLast = index === parts.length - 1
    const within = (range: SpokenRange | undefined) =>
      range && range.start < start + words.length && range.end > start
        ? { ...range, start: Math.max(0, range.start - start), end: range.end - start }
        : undefined
    const heardUntil = spoken ? undefined : reply.heardUntil
    return (
      <section key={start} className={styles['part']} data-speaker={agentId}>
        <SpeakerName agentId={resolveAgentId(agentId ?? '') ?? reply.agentId} />
        <ReplyText
          text={words}
          isGrowing={isLast && reply.state.kind === 'running'}
          spoken={within(spoken)}
          spokenWord={within(spokenWord)}
          unspokenFrom={heardUntil === undefined ? undefined : Math.max(0, heardUntil - start)}
          onPressText={(offset) => onPressText(start + offset)}
        />
      </section>
    )
  })
}
