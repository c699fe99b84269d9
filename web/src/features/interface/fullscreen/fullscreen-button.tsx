import { Maximize, Minimize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '#i18n/index.ts'
import { systemLog } from '#lib/log.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'

export interface FullscreenButtonProps {
  readonly onFailure: (failure: FullscreenFailure) => void
}

export function FullscreenButton({ onFailure }: FullscreenButtonProps) {
  const t = useTexts('shell')
  const isFull = useFullscreen()
  return (
    <IconButton
      icon={isFull ? Minimize : Maximize}
      label={t(isFull ? 'fullscreen.leave' : 'fullscreen.enter')}
      tooltipSide="below"
      onClick={() => void toggleFullscreen().then((failure) => failure && onFailure(failure))}
    />
  )
}

/** The failures that are shown to the user; each has its texts. */
export type FullscreenFailure = 'unsupported' | 'failed'

/** Returns whether the page is in fullscreen; the user may also leave it with a key of the browser. */
function useFullscreen(): boolean {
  return useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement !== null)
}

function onFullscreenChange(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Resolves with the failure, undefined on success. */
export async function toggleFullscreen(): Promise<FullscreenFailure | undefined> {
  // Safari on phones lacks both the property and the method.
  if (!document.fullscreenEnabled) return 'unsupported'
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
    return undefined
  } catch (error) {
    systemLog.add('WARN', `Full screen was refused: ${error instanceof Error ? error.name : 'unknown'}`)
    return 'failed'
  }
}
