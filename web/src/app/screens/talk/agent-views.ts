import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ComponentType } from 'react'
import { loadLazyTexts, type Translate } from '#i18n/index.ts'
import type { AgentViewProps } from '#lib/agent-view.ts'
import { lazyComponent, PATIENT_TRIES } from '#lib/async/lazy-component.ts'

/** An agent's own screen, loaded when its conversation is opened. */
interface AgentView {
  /** title of its panel */
  readonly title: keyof Translate<'panel'>['texts']['titles']
  readonly View: ComponentType<AgentViewProps>
  /** what it asks the agent takes a language model, and it says so where none is connected */
  readonly needsModel?: true
}

/** Agents with their own screen; for the others the panel shows the notable parts of their replies. */
export const AGENT_VIEWS: Readonly<Partial<Record<AgentId, AgentView>>> = {
  coding_assistant: {
    title: 'versions',
    needsModel: true,
    View: lazyComponent(
      async () => (await import('#features/agents/code-versions/index.ts')).CodeVersionsView,
      PATIENT_TRIES,
    ),
  },
  system_designer: {
    title: 'designer',
    needsModel: true,
    View: lazyComponent(
      async () => (await import('#features/agents/designer/index.ts')).DesignerView,
      PATIENT_TRIES,
    ),
  },
  coding_interviewer: {
    title: 'interview',
    needsModel: true,
    View: lazyComponent(
      async () => (await import('#features/agents/interviewer/index.ts')).InterviewView,
      PATIENT_TRIES,
    ),
  },
  tutor_agent: {
    title: 'lesson',
    needsModel: true,
    View: lazyComponent(
      async () => (await import('#features/agents/tutor/index.ts')).TutorView,
      PATIENT_TRIES,
    ),
  },
  lc_audit_aide: {
    title: 'audit',
    needsModel: true,
    View: lazyComponent(async () => (await import('#features/audit/index.ts')).AuditView, PATIENT_TRIES),
  },
  diary_agent: {
    title: 'diary',
    View: lazyComponent(
      async () => (await import('#features/agents/diary/index.ts')).DiaryView,
      PATIENT_TRIES,
    ),
  },
  meeting_summarizer: {
    title: 'meetings',
    View: lazyComponent(async () => {
      const [code] = await Promise.all([import('./meetings-panel.tsx'), loadLazyTexts()])
      return code.MeetingsPanel
    }, PATIENT_TRIES),
  },
}
