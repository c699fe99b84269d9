import { createStore } from 'zustand/vanilla'

/** Where an agent's own view takes the message field (`handlesOwnInput`); null while none does, and the dock has it. */
export const inputSlot = createStore<{ readonly element: HTMLElement | null }>(() => ({ element: null }))

export const setInputSlot = (element: HTMLElement | null): void => inputSlot.setState({ element })
