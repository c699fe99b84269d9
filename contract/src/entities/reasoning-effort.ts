/** How long a model reasons before it replies, as in OpenAI's `reasoning_effort`. */
export const REASONING_EFFORTS = ['none', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]
