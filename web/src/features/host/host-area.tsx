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
  readonly tell: (notice: HostNotice) => void
  readonly onVoiceCheck: () => void
}

const PARTS = ['overview', 'setup', 'models', 'users', 'organizations', 'server', 'usage', 'audit'] as const

type Part = (typeof PARTS)[number]

/** Returns the part in the fragment of the address, otherwise the overview. */
const partOfAddress = (): Part => PARTS.find((part) => globalThis.location.hash === `#${part}`) ?? 'overview'

/** Renders the area of the host (the server's operator). The server decides who is a host. */
export function HostArea({ api, tell, onVoiceCheck }: HostAreaProps) {
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
      <Parts overview={answer.value} onChanged={reload} onVoiceCheck={onVoiceCheck} />
    </HostToolsContext>
  )
}

interface PartsProps {
  readonly overview: HostOverview
  readonly onChanged: () => void
  readonly onVoiceCheck: () => void
}

function Parts({ overview, onChanged, onVoiceCheck }: PartsProps) {
  const t = useTexts('host')
  const [part, setPart] = useState(partOfAddress)
  /** the vendor whose form the tab of models opens with */
  const [vendor, setVendor] = useState<string>()
  const select = (selected: Part) => {
    setVendor(undefined)
    setPart(selected)
  }
  const connect = (name: string) => {
    setVendor(name)
    setPart('models')
  }
  return (
    <div className={styles['area']}>
      <Tabs
        label={t('tabs.label')}
        tabs={PARTS.map((id) => ({ id, label: t(`tabs.${id}`) }))}
        selected={part}
        onSelect={select}
      >
        {part === 'overview' && <Overview overview={overview} onConnect={connect} />}
        {part === 'setup' && (
          <Setup
            overview={overview}
            onVoiceCheck={onVoiceCheck}
            onAddModel={() => select('models')}
            onConnect={connect}
          />
        )}
        {part === 'models' && (
          <div className={styles['parts']}>
            <HostEndpoints connects={vendor} />
            <Catalogue />
          </div>
        )}
        {part === 'users' && <HostUsersTab />}
        {part === 'organizations' && <HostOrganizationsTab />}
        {part === 'server' && <ServerSettingsTab overview={overview} onChanged={onChanged} />}
        {part === 'usage' && <HostUsageTab />}
        {part === 'audit' && <HostAudit />}
      </Tabs>
    </div>
  )
}
