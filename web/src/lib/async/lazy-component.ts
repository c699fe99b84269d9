import { createElement, lazy, type ComponentType, type FunctionComponent } from 'react'
import { fetchPatiently } from './fetch-patiently.ts'

/** Time in ms after which the page has rendered the load failure. */
const RETRY_AFTER_MS = 1_000

/** For parts that appear without a user action: without a network they wait silently. */
export const PATIENT_TRIES = 10

/**
 * Returns a component whose code is loaded when it is first rendered; after a failure, it is loaded again
 * when it is rendered again.
 * @param tries retries as in `fetchPatiently`; none for parts that the user opens
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  tries = 0,
): FunctionComponent<Props> {
  const make = (): FunctionComponent<Props> =>
    lazy(async () => {
      try {
        return { default: await fetchPatiently(load, tries) }
      } catch (error) {
        setTimeout(() => (component = make()), RETRY_AFTER_MS)
        throw error
      }
    })
  let component = make()
  return (props) => createElement(component, props)
}
