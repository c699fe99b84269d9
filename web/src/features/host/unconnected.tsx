import type { HostProvider } from '@vee/contract/entities/host'
import { Plug } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { isConnectable } from '#models/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './host.module.css'
import { providerName, problemText } from './provider-texts.ts'

interface UnconnectedProps {
  readonly providers: readonly HostProvider[]
  /** opens the form of endpoints for a vendor, by its display name */
  readonly onConnect: (name: string) => void
}

/**
 * Lists providers that are not connected, one line each. Language models are connected while Vee runs; for others the line
 * names the setting, or what is missing.
 */
export function Unconnected({ providers, onConnect }: UnconnectedProps) {
  const t = useTexts('host')
  const services = useTexts('teams').texts.usage.services
  if (providers.length === 0) return null
  return (
    <ul className={styles['unconnected']} aria-label={t('providers.unconnected')}>
      {providers.map(({ id, name, service, reason, envVar, problem }) => (
        <li key={`${service} ${id}`}>
          <strong>{id === 'stt' ? services[service] : providerName(t, name)}</strong>
          {service === 'llm' && isConnectable(name) ? (
            <Button
              size="compact"
              icon={Plug}
              aria-label={t('providers.connectTo', { name })}
              onClick={() => onConnect(name)}
            >
              {t('providers.connect')}
            </Button>
          ) : envVar === null ? (
            // Other messages of the server are in English.
            <span className={styles['hint']} lang={problem === undefined ? 'en' : undefined}>
              {problemText(t, { problem, envVar }) ?? reason}
            </span>
          ) : (
            <span className={styles['hint']}>{t('providers.setting', { name: envVar })}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
