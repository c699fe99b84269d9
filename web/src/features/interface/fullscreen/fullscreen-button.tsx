import { Maximize, Minimize } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toggleFullscreen, useFullscreen, type FullscreenFailure } from './fullscreen.ts'

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
