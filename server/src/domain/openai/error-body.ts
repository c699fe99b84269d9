import { ERROR_STATUS, type ErrorCode } from '@vee/contract/errors'
import type { OpenAiError } from '@vee/contract/http/openai'
import type { PresentedError } from '../errors/present-error.ts'

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}

/** Returns an error in the format of OpenAI's API. */
export function openAiErrorBody({
  code,
  message,
  details,
}: Pick<PresentedError, 'code' | 'message' | 'details'>): OpenAiError {
  const status = ERROR_STATUS[code]
  const type = TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { error: { message, type, param: paramOf(code, details), code } }
}

/** `messages.0.content` → `messages[0].content` */
function paramOf(code: ErrorCode, details: unknown): string | null {
  if (code === 'AGENT_UNKNOWN' || code === 'AGENT_TIER_REQUIRED') return 'model'
  if (code === 'MESSAGE_EMPTY') return 'messages'
  if (code !== 'VALIDATION' || !Array.isArray(details)) return null
  const path = (details[0] as { readonly path?: unknown } | undefined)?.path
  return typeof path === 'string' && path !== '' ? path.replaceAll(/\.(\d+)/g, '[$1]') : null
}
