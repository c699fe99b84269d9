import type { postToolConsent } from '@vee/contract/http/tools'
import type { Api } from '#lib/api/index.ts'

/** The answer to a reply that asks whether it may use a tool. */
export interface ToolDecision {
  readonly callId: string
  readonly decision: 'allow' | 'deny'
  /** the same tool is not asked about again for some hours */
  readonly forSession: boolean
}

/** Tells the server. Never throws. */
export async function sendDecision(api: Api, replyId: string, body: ToolDecision): Promise<void> {
  try {
    const path = '/chat/replies/{replyId}/consent'
    await api.send<typeof postToolConsent>('POST', path, { params: { replyId }, body })
  } catch {
    // The client has logged it. A question that nobody asks any more ends with its reply.
  }
}
