import { createStore } from 'zustand/vanilla'

/**
 * The element of an agent's own view that contains the message field (`handlesOwnInput`); null while none
 * does, and the dock contains it.
 */
export const inputSlot = createStore<{ readonly element: HTMLElement | null }>(() => ({ element: null }))

export const setInputSlot = (element: HTMLElement | null): void => inputSlot.setState({ element })
