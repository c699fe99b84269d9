import { useStore } from 'zustand'
import { useDeviceRecognition } from '#features/voice/speech-setup/use-device-recognition.ts'
import { wakeWordsOf } from '#features/voice/spoken-commands/spoken-words.ts'
import { WakeWordNote } from '#features/voice/wake-words/wake-word-note.tsx'
import { currentLanguage } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { browserDeviceRecognition } from '#voice/transcription/device-recognition.ts'
import type { Runtime } from '../../runtime.ts'

/** Shows at the dock who receives what is spoken while Vee waits for a wake word. */
export function WakeWordPart({ runtime: { api, session, agents, shell } }: { readonly runtime: Runtime }) {
  const agentList = useStore(agents, (catalogue) => catalogue.agents)
  // Renders again when the wake words change.
  const { speechLanguage } = useSettings()
  const device = useDeviceRecognition(browserDeviceRecognition(), speechLanguage || currentLanguage())
  return (
    <WakeWordNote
      api={api}
      session={session}
      wakeWords={wakeWordsOf(agentList)}
      isBrowserLocal={device.state === 'available'}
      onTeach={() => shell.page.openModal({ id: 'wake-words' })}
    />
  )
}
