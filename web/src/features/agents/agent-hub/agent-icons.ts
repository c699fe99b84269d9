import { type AgentId, type BuiltInAgentId, isOwnAgentId } from '@vee/contract/entities/agent-ids'
import {
  AudioLines,
  Bot,
  BookOpen,
  Code,
  GraduationCap,
  ListChecks,
  MessagesSquare,
  NotebookPen,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'

const AGENT_ICONS: Readonly<Record<BuiltInAgentId, LucideIcon>> = {
  nerf_agent: Zap,
  v_agent: AudioLines,
  coding_assistant: Code,
  system_designer: Workflow,
  meeting_summarizer: NotebookPen,
  diary_agent: BookOpen,
  coding_interviewer: MessagesSquare,
  tutor_agent: GraduationCap,
  lc_audit_aide: ListChecks,
}

export const iconOf = (id: AgentId): LucideIcon => (isOwnAgentId(id) ? Bot : AGENT_ICONS[id])
