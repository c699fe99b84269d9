import { loadTaughtWords, reportDeviceUnable, wordsInUse } from '#features/voice/wake-words/taught-words.ts'
import { askForConsent, fetchRecipients, isAgreed } from '#features/voice/wake-words/wake-word-recipients.ts'
import type { Api } from '#lib/http/index.ts'
import { useSpottedWords } from '#lib/spotted-words.ts'
import { createSpotterChain, type WakeWordSpotter } from '#voice/hands-free/index.ts'
import type { HandsFree, VoiceSessionController } from '#voice/index.ts'
import { openWakeWordWorker, type WakeWordWorker } from '#voice/wake-words/wake-word-messages.ts'

interface AppSpotterDependencies {
  readonly api: Api
  /** the user's list and the agents' names */
  readonly wakeWords: () => readonly string[]
  readonly browser: WakeWordSpotter
  /** returns whether the browser's recognition runs on this device */
  readonly isBrowserLocal: () => boolean
  readonly openWorker?: () => WakeWordWorker
}

interface AppSpotter {
  readonly spotter: WakeWordSpotter
  /** Called before each start. Resolves to false if sound would leave this device, and the user has not agreed. */
  readonly prepare: () => Promise<boolean>
  /** Returns whether sound may leave this device before a wake word. */
  readonly maySend: () => boolean
}

/**
 * Spots wake words on this device if the user taught any; otherwise with the browser's recognition, and by the server,
 * which receive all sound and therefore need consent.
 */
export function createAppSpotter({
  api,
  wakeWords,
  browser,
  isBrowserLocal,
  openWorker = openWakeWordWorker,
}: AppSpotterDependencies): AppSpotter {
  let hasConsent = false
  // Words that were taught say that nothing shall leave the device, whatever was agreed before.
  const maySend = () => hasConsent && !chain.taughtWords.isAvailable()
  const chain = createSpotterChain({
    openWorker,
    browser,
    mayUseBrowser: () => isBrowserLocal() || maySend(),
    onTaughtWordsBroken() {
      useSpottedWords.setState({ words: [] })
      reportDeviceUnable()
    },
  })

  return {
    spotter: chain.spotter,
    maySend,
    async prepare() {
      const [taught, recipients] = await Promise.all([
        loadTaughtWords(api),
        fetchRecipients(api).catch(() => undefined),
      ])
      const inUse = wordsInUse(taught, wakeWords())
      chain.taughtWords.use(inUse)
      const isAlone = chain.taughtWords.isAvailable() && !isBrowserLocal()
      useSpottedWords.setState({ words: isAlone ? inUse.map(({ word }) => word) : [] })
      hasConsent = recipients !== undefined && isAgreed(recipients)
      // Without an answer of the server nothing can be sent: listening ends with a notice when it would have to be.
      return recipients === undefined || hasConsent || chain.taughtWords.isAvailable() || isBrowserLocal()
    },
  }
}

/** Asks at the dock, instead of listening for wake words, if `prepare` resolves to false. */
export function withConsent(
  handsFree: HandsFree,
  controller: Pick<VoiceSessionController, 'show'>,
  prepare: () => Promise<boolean>,
): HandsFree {
  /** the start that is being prepared */
  let starting: symbol | undefined

  async function startSpotting(): Promise<void> {
    const start = Symbol('start')
    starting = start
    const mayStart = await prepare()
    if (starting !== start) return
    starting = undefined
    if (mayStart) return handsFree.start('voice-activation')
    controller.show({ kind: 'off' })
    askForConsent()
  }

  return {
    start(mode) {
      starting = undefined
      if (mode === 'voice-activation') void startSpotting()
      else handsFree.start(mode)
    },
    stop() {
      if (starting) controller.show({ kind: 'off' })
      starting = undefined
      handsFree.stop()
    },
    cancel: () => handsFree.cancel(),
    onTurn: (state) => handsFree.onTurn(state),
    onTurnEnd: (utteranceId, probability) => handsFree.onTurnEnd(utteranceId, probability),
    onTranscribed: (utteranceId, text) => handsFree.onTranscribed(utteranceId, text),
    onConsentAsked: (callId) => handsFree.onConsentAsked(callId),
    level: () => handsFree.level(),
  }
}
