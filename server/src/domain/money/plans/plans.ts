import type { PlanId } from '@vee/contract/entities/accounts/user'
import type { Plan } from '@vee/contract/http/plans'

/** Price and allowances of one plan, as the host sets them. A missing value is not set. */
export interface PlanFigures {
  /** US dollars a month */
  readonly pricePerMonth?: number | undefined
  /** tokens of the primary model a day */
  readonly dailyTokens?: number | undefined
  /** US dollars of speech a day */
  readonly dailySpeechUsd?: number | undefined
}

/** The figures of every plan for which any are set. */
export type PlanSettings = { readonly [Id in PlanId]?: PlanFigures | undefined }

/** The features of a plan, the same on every server, in display order. */
type PlanFeatures = Pick<Plan, 'id' | 'name' | 'mostPopular' | 'ownKeyAfterAllowance' | 'seats'>

export const PLANS: readonly PlanFeatures[] = [
  { id: 'free', name: 'Free', mostPopular: false, ownKeyAfterAllowance: false },
  { id: 'basic', name: 'Basic', mostPopular: false, ownKeyAfterAllowance: false },
  { id: 'creator', name: 'Creator', mostPopular: true, ownKeyAfterAllowance: true },
  { id: 'organization', name: 'Organization', mostPopular: false, ownKeyAfterAllowance: true, seats: 5 },
]

/**
 * Allowances that limit the spending of members on a server whose host has not set any. They are shown as defaults, and
 * do not limit administrators of the server.
 */
export const DEFAULT_ALLOWANCES: Readonly<
  Record<PlanId, { readonly dailyTokens: number; readonly dailySpeechUsd: number }>
> = {
  free: { dailyTokens: 20_000, dailySpeechUsd: 0.1 },
  basic: { dailyTokens: 100_000, dailySpeechUsd: 0.5 },
  creator: { dailyTokens: 400_000, dailySpeechUsd: 2 },
  organization: { dailyTokens: 2_000_000, dailySpeechUsd: 10 },
}

/** Limits of attached files. */
interface AttachmentPlan {
  readonly fileBytes: number
  /** how many times the host's `ATTACHMENTS_MAX_MB` all files take together */
  readonly storageFactor: number
  readonly files: number
  /** pages, slides, sheets or chapters of one document */
  readonly pages: number
}

const MB = 1024 * 1024

/** Limits of attached files by plan; callers without an account share theirs with their network. */
export const ATTACHMENT_PLANS: Readonly<Record<PlanId | 'visitor', AttachmentPlan>> = {
  visitor: { fileBytes: 20 * MB, storageFactor: 1 / 5, files: 300, pages: 500 },
  free: { fileBytes: 20 * MB, storageFactor: 1, files: 1_000, pages: 500 },
  basic: { fileBytes: 50 * MB, storageFactor: 1, files: 5_000, pages: 1_000 },
  creator: { fileBytes: 50 * MB, storageFactor: 2, files: 20_000, pages: 2_000 },
  organization: { fileBytes: 50 * MB, storageFactor: 2, files: 20_000, pages: 2_000 },
}

/** Limits of knowledge: files and addresses, and the bytes of their texts, of one owner together. */
interface KnowledgePlan {
  readonly files: number
  readonly bytes: number
}

/** Limits of knowledge by plan. A team's knowledge has those of `organization`. */
export const KNOWLEDGE_PLANS: Readonly<Record<PlanId, KnowledgePlan>> = {
  free: { files: 100, bytes: 20_000_000 },
  basic: { files: 500, bytes: 100_000_000 },
  creator: { files: 2_000, bytes: 300_000_000 },
  organization: { files: 2_000, bytes: 300_000_000 },
}

/** Tokens of the secondary model that one token of the primary model is worth. */
export const SECONDARY_PER_PRIMARY = 10

/** US dollars of speech a day for all visitors of a network address. */
export const VISITOR_SPEECH_USD_PER_DAY = 0.25
