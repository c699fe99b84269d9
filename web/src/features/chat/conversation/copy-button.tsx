import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'

/** How long the button shows the outcome, in ms. */
const CONFIRM_MS = 2000

const ICONS = { ready: Copy, copied: Check, failed: TriangleAlert } as const

interface CopyButtonProps {
  /** called when the button is pressed */
  readonly textOf: () => string
  /** label that names what is copied: "Copy reply" */
  readonly label: string
}

export function CopyButton({ textOf, label }: CopyButtonProps) {
  const t = useTexts('chat')
  const [outcome, setOutcome] = useState<keyof typeof ICONS>('ready')

  useEffect(() => {
    if (outcome === 'ready') return undefined
    const timer = setTimeout(() => setOutcome('ready'), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(textOf())
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  const labels = { ready: label, copied: t('copy.done'), failed: t('copy.failed') }
  return (
    <IconButton icon={ICONS[outcome]} label={labels[outcome]} size="compact" onClick={() => void copy()} />
  )
}
