import { z } from 'zod'

/**
 * Maximum length of a tool's result in responses to the caller, in UTF-16 code units. The model may receive
 * more.
 */
export const TOOL_RESULT_MAX_LENGTH = 4_000

/** A tool run of a reply: its input and its result. */
export const toolRun = z.object({
  id: z.string(),
  name: z.string(),
  /** the host's MCP server that provides it; absent for Vee's own tools */
  server: z.string().optional(),
  /** JSON, as the model wrote it */
  arguments: z.string(),
  result: z.string().max(TOOL_RESULT_MAX_LENGTH),
  /** `denied`: the caller did not allow it; `failed`: the result contains the reason */
  outcome: z.enum(['done', 'failed', 'denied']),
})
export type ToolRun = z.infer<typeof toolRun>
