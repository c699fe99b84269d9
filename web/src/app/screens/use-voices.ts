import type { Voice } from '@vee/contract/entities/voice'
import type { listVoices } from '@vee/contract/http/speech'
import { useEffect, useState } from 'react'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { systemClock } from '#voice/index.ts'
import { listBrowserVoices } from '#voice/speak/index.ts'

/**
 * Returns the voices of the server and of this browser; none while they load, or if there are none. They are
 * loaded again when the provider changes: a browser may have loaded its voices in the meantime, and a server
 * may be back.
 */
export function useVoices(api: Api): readonly Voice[] {
  const [voices, setVoices] = useState<readonly Voice[]>([])
  useEffect(() => {
    const stay = new AbortController()
    const loadVoices = async () => {
      const loaded = await voicesNow(api)
      if (!stay.signal.aborted) setVoices(loaded)
    }
    void loadVoices()
    const unsubscribe = useSettings.subscribe(({ ttsProvider }, before) => {
      if (ttsProvider !== before.ttsProvider) void loadVoices()
    })
    return () => {
      unsubscribe()
      stay.abort()
    }
  }, [api])
  return voices
}

async function voicesNow(api: Api): Promise<readonly Voice[]> {
  const ofServer = api.json<typeof listVoices>('GET', '/tts/voices').then(({ voices }) => voices)
  const ofBrowser =
    'speechSynthesis' in globalThis
      ? listBrowserVoices(speechSynthesis, systemClock).then((listed) => listed.map(({ voice }) => voice))
      : Promise.resolve([])
  const lists = await Promise.allSettled([ofServer, ofBrowser])
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}
