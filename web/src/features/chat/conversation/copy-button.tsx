import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'

/** How long the button shows the outcome, in ms. */
const CONFIRM_MS = 2000

const ICONS = { ready: Copy, copied: Check, failed: TriangleAlert } as const

interface CopyButtonProps {
  /** called when the button is pressed; rejects if it could not be copied */
  readonly copy: () => Promise<void>
  /** label that names what is copied: "Copy reply" */
  readonly label: string
}

export function CopyButton({ copy, label }: CopyButtonProps) {
  const t = useTexts('chat')
  const [outcome, setOutcome] = useState<keyof typeof ICONS>('ready')

  useEffect(() => {
    if (outcome === 'ready') return undefined
    const timer = setTimeout(() => setOutcome('ready'), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function press(): Promise<void> {
    try {
      await copy()
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  const labels = { ready: label, copied: t('copy.done'), failed: t('copy.failed') }
  return (
    <IconButton icon={ICONS[outcome]} label={labels[outcome]} size="compact" onClick={() => void press()} />
  )
}
