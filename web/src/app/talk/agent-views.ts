import type { AgentId } from '@vee/contract/entities/agent-ids'
import { lazy, type ComponentType } from 'react'
import type { Translate } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'

/** An agent's own screen, which is loaded when its talk is opened. */
interface AgentView {
  /** of its place beside the talk */
  readonly title: keyof Translate<'panel'>['texts']['titles']
  readonly View: ComponentType<AgentViewProps>
}

/** The agents that have a screen of their own; of the others the panel shows what is worth it of their replies. */
export const AGENT_VIEWS: Readonly<Partial<Record<AgentId, AgentView>>> = {
  coding_assistant: {
    title: 'versions',
    View: lazy(async () => ({
      default: (await import('#features/code-versions/index.ts')).CodeVersionsView,
    })),
  },
  system_designer: {
    title: 'designer',
    View: lazy(async () => ({ default: (await import('#features/designer/index.ts')).DesignerView })),
  },
  coding_interviewer: {
    title: 'interview',
    View: lazy(async () => ({ default: (await import('#features/interviewer/index.ts')).InterviewView })),
  },
  tutor_agent: {
    title: 'lesson',
    View: lazy(async () => ({ default: (await import('#features/tutor/index.ts')).TutorView })),
  },
  lc_audit_aide: {
    title: 'audit',
    View: lazy(async () => ({ default: (await import('#features/audit/index.ts')).AuditView })),
  },
  diary_agent: {
    title: 'diary',
    View: lazy(async () => ({ default: (await import('#features/diary/index.ts')).DiaryView })),
  },
  meeting_summarizer: {
    title: 'meetings',
    View: lazy(async () => ({ default: (await import('./meetings-panel.tsx')).MeetingsPanel })),
  },
}
