import { ownKeysDue } from '#lib/costs/allowance.ts'
import { callerIdentity, voiceSocketAddress } from '#lib/http/voice-socket-caller.ts'
import { randomId } from '#lib/random-id.ts'
import { useSettings } from '#lib/settings/index.ts'
import { systemClock } from '#voice/speak/clock.ts'
import type { CaptionerOptions } from '#voice/transcription/captions.ts'
import { openSocketHere } from '#voice/transport/socket/open-socket.ts'
import { SocketTransport } from '#voice/transport/socket/socket-transport.ts'

/**
 * Returns the transcription of one track's utterances over a socket of its own: a socket listens to one at a time.
 *
 * @param prompt returns the words to expect, '' for none
 */
export function createCaptionTranscription(prompt: () => string): CaptionerOptions['transcribe'] {
  const socket = new SocketTransport({
    address: voiceSocketAddress(),
    hello: callerIdentity,
    prompt,
    question: () => undefined,
    commands: () => ({ languages: [], agents: [], wakeWords: [] }),
    speech: () => undefined,
    ownKeys: ownKeysDue,
    interimWords: () => true,
    captionsOnly: true,
    createId: randomId,
    clock: systemClock,
    openSocket: openSocketHere,
  })
  return (onInterim) => {
    const { speechLanguage, spokenLanguages } = useSettings.getState()
    socket.open()
    return socket.transcribe({
      language: speechLanguage === '' ? undefined : speechLanguage,
      languages: spokenLanguages,
      isStreaming: true,
      onInterim,
    })
  }
}
