import { CircleCheck, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { createToastStore } from '#ui/feedback/toast-store.ts'
import type { Tone } from '#ui/tone.ts'
import styles from './gallery.module.css'
import { GallerySection, Specimen } from './specimen.tsx'

const TONES: readonly Tone[] = ['success', 'error', 'warning', 'info']
const toasts = createToastStore()
const TOAST_WORDS = {
  region: 'Notifications',
  dismiss: 'Dismiss',
  types: { success: 'Done', error: 'Error', warning: 'Warning', info: 'Note' },
}

export function NoticeSection() {
  const [count, setCount] = useState(1)
  function show(type: Tone): void {
    setCount(count + 1)
    toasts.show({
      type,
      title: `Toast ${count}`,
      message: 'What happened, what is kept, what to do.',
      duration: type === 'error' ? 0 : 7000,
    })
  }
  return (
    <GallerySection title="Notices">
      <div className={styles['columns']}>
        {TONES.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            title="The microphone is blocked"
            isAnnounced={false}
            actions={<Button size="compact">Try again</Button>}
          >
            Your text is kept. Allow it in the address bar, or type.
          </Banner>
        ))}
      </div>
      <Specimen name="Badge">
        <Badge>Beta</Badge>
        <Badge tone="accent">Most popular</Badge>
        <Badge tone="success" icon={CircleCheck}>
          Online
        </Badge>
        <Badge tone="warning">Degraded</Badge>
        <Badge tone="error">Offline</Badge>
        <Badge tone="info">Checking</Badge>
      </Specimen>
      <Specimen name="Toasts (an error stays until it is dismissed)">
        {TONES.map((tone) => (
          <Button key={tone} onClick={() => show(tone)}>
            {tone}
          </Button>
        ))}
        <ToastRegion store={toasts} words={TOAST_WORDS} />
      </Specimen>
      <div className={styles['columns']}>
        <ProgressBar label="Used today" value={0.62} valueText="62 %" />
        <ProgressBar label="Used today" value={0.86} valueText="86 %" tone="warning" />
        <ProgressBar label="Used today" value={1} valueText="100 %" tone="error" />
        <ProgressBar label="Uploading" value={undefined} />
        <Skeleton lines={3} />
        <div>
          <Spinner size="s" /> <Spinner /> <Spinner size="l" label="Loading" />
        </div>
      </div>
      <EmptyState
        icon={MessagesSquare}
        title="No conversations yet"
        action={<Button variant="primary">Start one</Button>}
      >
        What you say and what you hear is listed here, newest first.
      </EmptyState>
    </GallerySection>
  )
}
