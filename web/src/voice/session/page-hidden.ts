/** Calls the listener whenever the page is hidden. Returns a function that unsubscribes. */
export function listenForPageHidden(listener: () => void): () => void {
  const onChange = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
