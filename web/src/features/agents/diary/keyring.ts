import { createStore } from 'zustand/vanilla'

interface OpenKey {
  /** of the lock that it belongs to */
  readonly salt: string
  readonly key: CryptoKey
}

/** The key of the unlocked diary, shared by all components on this page. */
const keyring = createStore<{ readonly open: OpenKey | undefined }>(() => ({ open: undefined }))
let holders = 0

export const keyFor = (salt: string): CryptoKey | undefined => {
  const { open } = keyring.getState()
  return open?.salt === salt ? open.key : undefined
}

/** The key is discarded when no diary is displayed. */
export function shareKey(open: OpenKey | undefined): void {
  keyring.setState({ open: holders === 0 ? undefined : open })
}

/** Subscribes to changes of the key. The last unsubscribing listener discards it. */
export function followKeyring(onChange: () => void): () => void {
  holders += 1
  const stop = keyring.subscribe(onChange)
  return () => {
    stop()
    holders -= 1
    if (holders === 0) shareKey(undefined)
  }
}
