import { useMemo } from 'react'
import { useStore } from 'zustand'
import { wakeWordsOf } from '#features/voice/spoken-commands/spoken-words.ts'
import { TeachWakeWords } from '#features/voice/wake-words/teach-wake-words.tsx'
import { systemClock } from '#voice/index.ts'
import { fetchOrdinarySpeech } from '#voice/wake-words/fetch-ordinary-speech.ts'
import { openWakeWordWorker } from '#voice/wake-words/wake-word-messages.ts'
import type { TeachingPorts } from '#voice/wake-words/teach-word.ts'
import { useRuntime } from '../../runtime-context.ts'
import type { ModalProps } from './modal-props.ts'

export function WakeWordsModal({ dialogOptions }: ModalProps) {
  const { api, agents, dependencies, session } = useRuntime()
  const agentList = useStore(agents, (catalogue) => catalogue.agents)
  const ports = useMemo<TeachingPorts>(
    () => ({
      microphone: {
        open(onLost, signal) {
          // The microphone and voice must not be used by two components.
          session.stopListening()
          session.stopSpeech()
          return dependencies.microphone.open(onLost, signal)
        },
      },
      openWorker: openWakeWordWorker,
      ordinarySpeech: fetchOrdinarySpeech,
      clock: systemClock,
    }),
    [dependencies, session],
  )
  return <TeachWakeWords api={api} wakeWords={wakeWordsOf(agentList)} ports={ports} {...dialogOptions} />
}
