import type { HostSearchEngine } from '@vee/contract/entities/search-engine'
import type {
  deleteSearchEngine,
  listSearchEngines,
  putSearchEngine,
} from '@vee/contract/http/search-engines'
import type { getSearchStatus, SearchStatus } from '@vee/contract/http/system'
import { ArrowUp, Pencil, Plug } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { providerName } from './provider-texts.ts'
import { SearchEngineForm } from './search-engine-form.tsx'

/** Engines that are connected here; others need a setting of the environment. */
const CONNECTABLE: Readonly<Record<HostSearchEngine['id'], string>> = {
  searxng: 'SearXNG',
  brave: 'Brave Search',
  tavily: 'Tavily',
  exa: 'Exa',
  kagi: 'Kagi',
}
const idOf = (id: string) =>
  (Object.keys(CONNECTABLE) as (keyof typeof CONNECTABLE)[]).find((candidate) => candidate === id)

interface Engines {
  readonly providers: SearchStatus['providers']
  readonly stored: readonly HostSearchEngine[]
}

/** Lists the search engines of the web with their prices, connects and tests them; without one, what it takes in one line. */
export function HostSearchEngines() {
  const t = useTexts('host')
  const { api } = useHostActions()
  const { answer, reload } = useAnswer('search', async (signal): Promise<Engines> => {
    const [{ providers }, { items }] = await Promise.all([
      api.json<typeof getSearchStatus>('GET', '/system/search', { signal }),
      api.json<typeof listSearchEngines>('GET', '/host/search', { signal }),
    ])
    return { providers, stored: items }
  })
  const [edited, setEdited] = useState<HostSearchEngine['id']>()
  if (answer.status !== 'ready') return null
  const { providers, stored } = answer.value
  const used = providers.filter(({ available }) => available)
  const others = providers.filter(({ available }) => !available)
  return (
    <section className={styles['ability']} aria-label={t('setup.searches')}>
      <h2>{t('setup.searches')}</h2>
      {used.length === 0 && <p>{t('setup.searchesNothing')}</p>}
      <ul>
        {used.map((provider, index) => (
          <UsedEngine
            key={provider.id}
            provider={provider}
            stored={stored.find(({ id }) => id === provider.id)}
            isFirst={index === 0}
            onEdit={() => setEdited(idOf(provider.id))}
            onChanged={reload}
          />
        ))}
      </ul>
      <ul className={styles['unconnected']} aria-label={t('providers.unconnected')}>
        {others.map((provider) => (
          <UnconnectedEngine key={provider.id} provider={provider} onConnect={setEdited} />
        ))}
      </ul>
      {edited && (
        <SearchEngineForm
          id={edited}
          name={CONNECTABLE[edited]}
          stored={stored.find(({ id }) => id === edited)}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            reload()
          }}
        />
      )}
    </section>
  )
}

interface UnconnectedEngineProps {
  readonly provider: SearchStatus['providers'][number]
  readonly onConnect: (id: HostSearchEngine['id']) => void
}

function UnconnectedEngine({ provider: { id, name, envVar }, onConnect }: UnconnectedEngineProps) {
  const t = useTexts('host')
  const engineId = idOf(id)
  return (
    <li>
      <strong>{providerName(t, name)}</strong>
      {engineId === undefined ? (
        <span className={styles['hint']}>{t('providers.setting', { name: envVar ?? '' })}</span>
      ) : (
        <Button
          size="compact"
          icon={Plug}
          aria-label={t('providers.connectTo', { name })}
          onClick={() => onConnect(engineId)}
        >
          {t('providers.connect')}
        </Button>
      )}
    </li>
  )
}

interface UsedEngineProps {
  readonly provider: SearchStatus['providers'][number]
  /** undefined: the environment connects it */
  readonly stored: HostSearchEngine | undefined
  readonly isFirst: boolean
  readonly onEdit: () => void
  readonly onChanged: () => void
}

function UsedEngine({ provider, stored, isFirst, onEdit, onChanged }: UsedEngineProps) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const language = useLanguage()
  const { id, name, priceUsd } = provider
  const price = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: 'USD',
    maximumSignificantDigits: 2,
  })
  async function askFirst(engine: HostSearchEngine) {
    const { baseUrl, priceUsd, access, exceptFor, isEnabled } = engine
    const body = { baseUrl, priceUsd, access, exceptFor, isEnabled, position: 0 }
    await runAction(t('searchEngine.saved'), () =>
      api.json<typeof putSearchEngine>('PUT', '/host/search/{id}', { params: { id: engine.id }, body }),
    )
    onChanged()
  }
  async function remove({ id: stored }: HostSearchEngine) {
    await runAction(t('searchEngine.removed'), () =>
      api.json<typeof deleteSearchEngine>('DELETE', '/host/search/{id}', { params: { id: stored } }),
    )
    onChanged()
  }
  return (
    <li className={styles['provider']}>
      <span className={styles['state']}>
        <strong>{providerName(t, name)}</strong>
        <span className={styles['hint']}>
          {priceUsd === 0 ? t('setup.freeSearch') : t('setup.perSearch', { price: price.format(priceUsd) })}
        </span>
        <Badge tone="success">{t('providers.ready')}</Badge>
        {idOf(id) !== undefined && (
          <IconButton
            icon={Pencil}
            size="compact"
            label={t('searchEngine.change', { name })}
            onClick={onEdit}
          />
        )}
        {stored && !isFirst && (
          <IconButton
            icon={ArrowUp}
            size="compact"
            label={t('searchEngine.first', { name })}
            onClick={() => void askFirst(stored)}
          />
        )}
        {stored && (
          <Button size="compact" variant="quiet" onClick={() => void remove(stored)}>
            {t('searchEngine.remove')}
          </Button>
        )}
      </span>
    </li>
  )
}
