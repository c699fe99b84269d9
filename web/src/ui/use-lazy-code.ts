import { createContext, useEffect, useEffectEvent, useState } from 'react'

/** Shows a notice that something could not be loaded. */
export const LoadFailureContext = createContext(() => {})

/** Loads code on first use; after a failure, on the next use. */
export function useLazyCode<Code>(
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
