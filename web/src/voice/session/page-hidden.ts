/** Calls the listener whenever the page is hidden; gives the way to unsubscribe. */
export function onPageHidden(listener: () => void): () => void {
  const onChange = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
