import type { AgentId } from '@vee/contract/entities/agent-ids'
import {
  AudioLines,
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

export const AGENT_ICONS: Readonly<Record<AgentId, LucideIcon>> = {
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
