import { createContext, useEffect, useEffectEvent, useState } from 'react'

/** Says on the page that what was to open could not be loaded. */
export const LoadFailureContext = createContext(() => {})

/** Code that is fetched when it is first wanted; where it could not be had, when it is wanted again. */
export function useLater<Code>(
  load: () => Promise<Code>,
  isWanted: boolean,
  onFailure: () => void,
): Code | undefined {
  const [code, setCode] = useState<Code>()
  const fetchCode = useEffectEvent((isWantedNow: boolean) => {
    if (isWantedNow && !code) load().then((loaded) => setCode(loaded), onFailure)
  })
  useEffect(() => fetchCode(isWanted), [isWanted])
  return code
}
