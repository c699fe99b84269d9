import { useState } from 'react'

/** Returns which entries of a list are chosen; `chosen` is undefined while none can be. */
export function useSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<string> | undefined>()
  return {
    chosen,
    start: () => setChosen(new Set()),
    end: () => setChosen(undefined),
    clear: () => setChosen((before) => before && new Set()),
    chooseAll: (ids: readonly string[]) => setChosen(new Set(ids)),
    choose: (id: string, isChosen: boolean) =>
      setChosen(
        (before) =>
          new Set([...(before ?? [])].filter((chosenId) => chosenId !== id).concat(isChosen ? id : [])),
      ),
  }
}
