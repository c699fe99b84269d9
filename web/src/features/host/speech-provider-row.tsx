import type { prepareSpeech, stopPreparingSpeech } from '@vee/contract/http/host'
import type { SpeechProvider } from '@vee/contract/http/system'
import { Download, X } from 'lucide-react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ProgressBar } from '#ui/feedback/progress-bar.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { providerName, providerReason } from './provider-texts.ts'

interface SpeechProviderRowProps {
  readonly direction: 'hearing' | 'speaking'
  readonly provider: SpeechProvider
  readonly onChanged: () => void
}

/** Shows a provider of speech: where it runs, and what is or can be downloaded for it. */
export function SpeechProviderRow({ direction, provider, onChanged }: SpeechProviderRowProps) {
  const t = useTexts('host')
  const { api, act } = useHostActions()
  const language = useLanguage()
  const { id, name, location, available, preparation } = provider
  const isReady = available && preparation === null
  const body = { direction, provider: id, language }
  const start = () =>
    act(t('setup.started'), () =>
      api.json<typeof prepareSpeech>('POST', '/host/speech/download', { body }),
    ).then(onChanged)
  const stop = () =>
    act(t('setup.stopped'), () =>
      api.json<typeof stopPreparingSpeech>('DELETE', '/host/speech/download', { body }),
    ).then(onChanged)
  return (
    <li className={styles['provider']}>
      <span className={styles['state']}>
        <strong>{providerName(t, name)}</strong>
        <span className={styles['hint']}>
          {t(location === 'server' ? 'setup.onServer' : 'setup.atVendor')}
        </span>
        <Badge tone={isReady ? 'success' : 'neutral'}>
          {t(isReady ? 'providers.ready' : preparation ? 'setup.afterDownload' : 'providers.missing')}
        </Badge>
      </span>
      {preparation?.state === 'running' && (
        <span className={styles['state']}>
          <ProgressBar
            label={t('setup.downloading', { name: preparation.name })}
            value={preparation.bytesTotal === 0 ? 0 : preparation.bytesDone / preparation.bytesTotal}
          />
          <Button size="compact" icon={X} onClick={() => void stop()}>
            {t('setup.stop')}
          </Button>
        </span>
      )}
      {preparation && preparation.state !== 'running' && (
        <Button size="compact" icon={Download} onClick={() => void start()}>
          {t('setup.download', { name: preparation.name, size: sizeText(preparation.bytesTotal, language) })}
        </Button>
      )}
      <Unavailable provider={provider} />
    </li>
  )
}

/** Why it is not available. A message that is not known here, and what to do about it, are in English. */
function Unavailable({
  provider: { available, reason, hint, preparation },
}: Pick<SpeechProviderRowProps, 'provider'>) {
  const t = useTexts('host')
  const shown = preparation?.reason ?? (available ? null : reason)
  if (shown === null) return null
  const translated = preparation?.reason ? undefined : providerReason(t, reason)
  return (
    <span className={styles['hint']}>
      {translated ?? <span lang="en">{shown}</span>}
      {!preparation?.reason && hint && <span lang="en"> {hint}</span>}
    </span>
  )
}
