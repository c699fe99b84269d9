import { z } from 'zod'

const shortText = z.string().trim().min(1).max(300)
const text = z.string().trim().min(1).max(4_000)
const optionalText = z.string().trim().max(4_000).default('')
/** A name in formulas: the model writes `daily_users * 3`. */
const variable = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,40}$/, 'lower-case letters, digits and _ only, beginning with a letter')

/** A system diagram, and its numbers as a table that recalculates. */
const design = z.object({
  kind: z.literal('design'),
  title: shortText,
  summary: optionalText,
  /** Mermaid source, without a fence */
  diagram: z.string().trim().min(1).max(20_000),
  /** assumptions, which the user may change */
  assumptions: z
    .array(
      z.object({ id: variable, label: shortText, value: z.number(), unit: z.string().max(40).default('') }),
    )
    .max(30)
    .default([]),
  /**
   * derived values, each computed from assumptions and earlier estimates: numbers, ids, + - * / ^ and
   * brackets
   */
  estimates: z
    .array(
      z.object({
        id: variable,
        label: shortText,
        formula: z.string().trim().min(1).max(200),
        unit: z.string().max(40).default(''),
      }),
    )
    .max(30)
    .default([]),
})

/** The report of a practice interview. */
const interviewReport = z.object({
  kind: z.literal('interview_report'),
  title: shortText,
  verdict: z.enum(['strong_hire', 'hire', 'no_hire', 'too_early']),
  summary: text,
  rubric: z
    .array(
      z.object({
        criterion: shortText,
        /** 1 (not shown) to 4 (excellent) */
        score: z.int().min(1).max(4),
        comment: text,
        /** a verbatim quote of the candidate; empty if there is none */
        quote: z.string().trim().max(1_000).default(''),
      }),
    )
    .min(1)
    .max(12),
  strengths: z.array(shortText).max(10).default([]),
  improvements: z.array(shortText).max(10).default([]),
})

const quiz = z.object({
  kind: z.literal('quiz'),
  title: shortText,
  questions: z
    .array(
      z
        .object({
          question: text,
          options: z.array(shortText).min(2).max(6),
          /** index of the correct option, from 0 */
          answer: z.int().min(0).max(5),
          explanation: optionalText,
        })
        .refine(({ options, answer }) => answer < options.length, 'answer must be the place of an option'),
    )
    .min(1)
    .max(20),
})

const flashcards = z.object({
  kind: z.literal('flashcards'),
  title: shortText,
  cards: z
    .array(z.object({ front: text, back: text }))
    .min(1)
    .max(100),
})

/** A lesson plan: the tutor's steps, in order. */
const lessonPlan = z.object({
  kind: z.literal('lesson_plan'),
  title: shortText,
  level: z.enum(['beginner', 'intermediate', 'expert']),
  steps: z
    .array(z.object({ title: shortText, goal: text, minutes: z.int().min(1).max(240).optional() }))
    .min(1)
    .max(20),
})

/** An audit of an algorithm problem, as slides. */
const auditSlides = z.object({
  kind: z.literal('audit_slides'),
  title: shortText,
  problem: optionalText,
  slides: z
    .array(
      z.object({
        topic: z.enum(['problem', 'approaches', 'complexity', 'walkthrough', 'code', 'pitfalls', 'tests']),
        title: shortText,
        /** Markdown */
        body: z.string().trim().min(1).max(8_000),
        /** spoken while the slide is shown */
        narration: optionalText,
      }),
    )
    .min(1)
    .max(20),
  /** for each approach, for a table that compares them */
  approaches: z
    .array(
      z.object({ name: shortText, time: z.string().max(60), space: z.string().max(60), note: optionalText }),
    )
    .max(8)
    .default([]),
})

const meetingSummary = z.object({
  kind: z.literal('meeting_summary'),
  title: shortText,
  summary: text,
  decisions: z.array(shortText).max(50).default([]),
  actionItems: z
    .array(
      z.object({
        text: shortText,
        assignee: z.string().trim().max(100).nullable().default(null),
        /** YYYY-MM-DD */
        dueDate: z.iso.date().nullable().default(null),
      }),
    )
    .max(100)
    .default([]),
  openQuestions: z.array(shortText).max(50).default([]),
  /** the evidence for each: verbatim quotes from the transcript */
  quotes: z
    .array(
      z.object({
        of: z.enum(['summary', 'decision', 'action_item', 'open_question']),
        /** index in its list, or of the summary's sentence, from 0 */
        index: z.int().min(0).max(200),
        quote: z.string().trim().min(1).max(1_000),
      }),
    )
    .max(400)
    .default([]),
})

/** The result of an agent in addition to its text, for the agent's own screen. */
export const agentResult = z.discriminatedUnion('kind', [
  design,
  interviewReport,
  quiz,
  flashcards,
  lessonPlan,
  auditSlides,
  meetingSummary,
])
export type AgentResult = z.infer<typeof agentResult>
export type ResultKind = AgentResult['kind']
export type ResultOf<K extends ResultKind> = Extract<AgentResult, { kind: K }>

/** Maps each kind to its schema. */
export const RESULT_SCHEMAS = {
  design,
  interview_report: interviewReport,
  quiz,
  flashcards,
  lesson_plan: lessonPlan,
  audit_slides: auditSlides,
  meeting_summary: meetingSummary,
} as const satisfies { readonly [K in ResultKind]: z.ZodType<ResultOf<K>> }

export const resultKind = z.enum(Object.keys(RESULT_SCHEMAS) as [ResultKind, ...ResultKind[]])
