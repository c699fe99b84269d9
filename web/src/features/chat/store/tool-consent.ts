import type { postToolConsent } from '@vee/contract/http/tools'
import type { Api } from '#lib/http/index.ts'

/** The decision on a reply's request to use a tool. */
export interface ToolDecision {
  readonly callId: string
  readonly decision: 'allow' | 'deny'
  /** no request for the same tool for some hours */
  readonly forSession: boolean
}

/** Sends the decision to the server. Never throws. */
export async function sendDecision(api: Api, replyId: string, body: ToolDecision): Promise<void> {
  try {
    const path = '/chat/replies/{replyId}/consent'
    await api.send<typeof postToolConsent>('POST', path, { params: { replyId }, body })
  } catch {
    // The client has logged it. A request for consent that is no longer open ends with its reply.
  }
}
