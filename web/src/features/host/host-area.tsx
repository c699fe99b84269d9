import type { HostOverview } from '@vee/contract/entities/host'
import type { getHost } from '@vee/contract/http/host'
import { useMemo, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Tabs } from '#ui/controls/tabs.tsx'
import { HostToolsContext, type HostNotice } from './host-actions.ts'
import { Catalogue } from './catalogue.tsx'
import { HostEndpoints } from './host-endpoints.tsx'
import { HostAudit } from './host-audit.tsx'
import { HostOrganizationsTab } from './host-organizations.tsx'
import { HostUsageTab } from './host-usage.tsx'
import { HostUsersTab } from './host-users.tsx'
import styles from './host.module.css'
import { LoadFailed } from './list-frame.tsx'
import { Overview } from './overview.tsx'
import { Setup } from './setup.tsx'
import { ServerSettingsTab } from './server-settings.tsx'

interface HostAreaProps {
  readonly api: Api
  /** the part that the address names, or `connect`: the models, with the form that connects one */
  readonly address: string
  /** Changes the address without leaving the page. */
  readonly onAddress: (address: string) => void
  readonly tell: (notice: HostNotice) => void
  readonly onVoiceCheck: () => void
  /** called when an endpoint of models was added, changed or removed */
  readonly onModelsChanged: () => void
}

const TABS = ['overview', 'setup', 'models', 'users', 'organizations', 'server', 'usage', 'audit'] as const

type HostTab = (typeof TABS)[number]

const CONNECT = 'connect'

/** Returns the part that an address names, otherwise the overview. */
const tabOf = (address: string): HostTab =>
  address === CONNECT ? 'models' : (TABS.find((candidate) => candidate === address) ?? 'overview')

/** Renders the area of the host (the server's operator). The server decides who is a host. */
export function HostArea({ api, tell, ...parts }: HostAreaProps) {
  const t = useTexts('host')
  const tools = useMemo(() => ({ api, tell }), [api, tell])
  const { answer, reload } = useAnswer('host', (signal) =>
    api.json<typeof getHost>('GET', '/host', { signal }),
  )

  if (answer.status === 'loading') return <Skeleton lines={6} />
  if (answer.status === 'failed') {
    const isForbidden = answer.error instanceof ApiError && answer.error.code === 'FORBIDDEN'
    if (!isForbidden) return <LoadFailed onRetry={reload} />
    return (
      <Banner tone="info" title={t('only.title')} isAnnounced={false}>
        {t('only.text')}
      </Banner>
    )
  }
  return (
    <HostToolsContext value={tools}>
      <Parts overview={answer.value} onChanged={reload} {...parts} />
    </HostToolsContext>
  )
}

interface PartsProps extends Pick<
  HostAreaProps,
  'address' | 'onAddress' | 'onVoiceCheck' | 'onModelsChanged'
> {
  readonly overview: HostOverview
  readonly onChanged: () => void
}

function Parts({ overview, onChanged, address, onAddress, onVoiceCheck, onModelsChanged }: PartsProps) {
  const t = useTexts('host')
  const tab = tabOf(address)
  const isConnecting = address === CONNECT
  /** the vendor whose form the tab of models opens with; default: chosen in the form */
  const [vendor, setVendor] = useState('')
  /** counts the changes of endpoints on this page */
  const [modelChanges, setModelChanges] = useState(0)
  const select = (selected: HostTab) => {
    setVendor('')
    onAddress(selected)
  }
  const connect = (name = '') => {
    setVendor(name)
    onAddress(CONNECT)
  }
  const reloadModels = () => {
    setModelChanges((before) => before + 1)
    onChanged()
    onModelsChanged()
  }
  return (
    <div className={styles['area']}>
      <Tabs
        label={t('tabs.label')}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        selected={tab}
        onSelect={select}
      >
        {tab === 'overview' && <Overview overview={overview} onConnect={() => connect()} />}
        {tab === 'setup' && (
          <Setup
            overview={overview}
            onVoiceCheck={onVoiceCheck}
            onAddModel={() => select('models')}
            onConnect={connect}
          />
        )}
        {tab === 'models' && (
          <div className={styles['parts']}>
            <HostEndpoints
              key={address}
              connects={isConnecting ? vendor : undefined}
              onConnected={() => select('models')}
              onChanged={reloadModels}
            />
            <Catalogue revision={modelChanges} />
          </div>
        )}
        {tab === 'users' && <HostUsersTab />}
        {tab === 'organizations' && <HostOrganizationsTab />}
        {tab === 'server' && <ServerSettingsTab overview={overview} onChanged={onChanged} />}
        {tab === 'usage' && <HostUsageTab providers={overview.providers} />}
        {tab === 'audit' && <HostAudit />}
      </Tabs>
    </div>
  )
}
