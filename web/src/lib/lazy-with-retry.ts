import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { fetchPatiently } from './fetch-patiently.ts'

/** By then the page has drawn that the part could not be had. */
const ANEW_AFTER_MS = 1_000

/** For what shows itself, without having been asked for: as long as there is no network, it is waited for in silence. */
export const PATIENT_TRIES = 10

/**
 * A component whose code comes when it is first shown; where it could not be had, it is fetched anew when it is shown again.
 * @param tries beyond the first, as `fetchPatiently` makes them; what somebody opens has none
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  tries = 0,
): FunctionComponent<Props> {
  const make = (): FunctionComponent<Props> =>
    lazy(async () => {
      try {
        return { default: await fetchPatiently(load, tries) }
      } catch (error) {
        setTimeout(() => (part = make()), ANEW_AFTER_MS)
        throw error
      }
    })
  let part = make()
  return (props) => createElement(part, props)
}
