import { z } from 'zod'

/** Longest result of a tool that is told to the caller, in UTF-16 code units. The model may be shown more. */
export const TOOL_RESULT_MAX_LENGTH = 4_000

/** A tool that the server used for a reply: what it was asked and what came of it. */
export const toolRun = z.object({
  id: z.string(),
  name: z.string(),
  /** the host's MCP server that it belongs to; absent for Vee's own tools */
  server: z.string().optional(),
  /** JSON, as the model wrote it */
  arguments: z.string(),
  result: z.string().max(TOOL_RESULT_MAX_LENGTH),
  /** `denied`: the caller did not allow it; `failed`: the result says why */
  outcome: z.enum(['done', 'failed', 'denied']),
})
export type ToolRun = z.infer<typeof toolRun>
