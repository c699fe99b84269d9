import type { SocketHello } from '@vee/contract/socket/messages'
import { currentLanguage } from '#i18n/index.ts'
import { readToken } from './auth-token.ts'
import { localTimeZone } from './local-time-zone.ts'
import { sessionId } from './session-id.ts'

/** Returns the address of the server's WebSocket for voice. */
export const voiceSocketAddress = () => `${location.origin.replace(/^http/, 'ws')}/api/live`

/** Returns the caller's identity, for each socket. */
export function callerIdentity(): Omit<SocketHello, 'type' | 'version'> {
  const token = readToken()
  return {
    sessionId: sessionId(),
    locale: currentLanguage(),
    timeZone: localTimeZone(),
    ...(token !== undefined && { token }),
  }
}
