import type { prepareSpeech, stopPreparingSpeech } from '@vee/contract/http/host'
import type { SpeechProvider } from '@vee/contract/http/system'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { ModelDownloadState } from './model-download.tsx'
import { providerName, problemText } from './provider-texts.ts'

interface SpeechProviderRowProps {
  readonly direction: 'hearing' | 'speaking'
  readonly provider: SpeechProvider
  readonly onChanged: () => void
}

/** Shows a provider of speech: where it runs, and what is or can be downloaded for it. */
export function SpeechProviderRow({ direction, provider, onChanged }: SpeechProviderRowProps) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const language = useLanguage()
  const { id, name, location, available, preparation } = provider
  const isReady = available && preparation === null
  const body = { direction, provider: id, language }
  const start = () =>
    runAction(t('setup.started'), () =>
      api.json<typeof prepareSpeech>('POST', '/host/speech/download', { body }),
    ).then(onChanged)
  const stop = () =>
    runAction(t('setup.stopped'), () =>
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
      {preparation && (
        <ModelDownloadState download={preparation} onStart={() => void start()} onStop={() => void stop()} />
      )}
      <Unavailable provider={provider} />
    </li>
  )
}

/** Why it is not available. A message without a known kind is in English, with what to do about it. */
function Unavailable({ provider }: Pick<SpeechProviderRowProps, 'provider'>) {
  const t = useTexts('host')
  const { available, reason, hint, preparation } = provider
  if (available || preparation) return null
  return (
    <span className={styles['hint']}>
      {problemText(t, provider) ?? (
        <span lang="en">
          {reason} {hint}
        </span>
      )}
    </span>
  )
}
