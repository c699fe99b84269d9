import type { HostOverview } from '@vee/contract/entities/host'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { moneyIn } from '#lib/files/report-name.ts'
import { Plug } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { Table } from '#ui/display/table.tsx'
import styles from './host.module.css'
import { providerName } from './provider-texts.ts'
import { TroubleBadge } from '#models/index.ts'

interface OverviewProps {
  readonly overview: HostOverview
  /** opens the form that connects a model */
  readonly onConnect: () => void
}

/** Shows three numbers with their meaning, and the connected providers. */
export function Overview({ overview, onConnect }: OverviewProps) {
  const t = useTexts('host')
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const { counts, costThisMonthUsd, version, providers } = overview
  return (
    <div className={styles['part']}>
      <dl className={styles['tiles']}>
        <Tile
          name={t('overview.users')}
          value={figure.format(counts.users)}
          meaning={t('overview.usersHint')}
        />
        <Tile
          name={t('overview.liveSessions')}
          value={figure.format(counts.liveSessions)}
          meaning={t('overview.liveSessionsHint')}
        />
        <Tile
          name={t('overview.cost')}
          value={moneyIn(language).format(costThisMonthUsd)}
          meaning={t('overview.costHint')}
        />
      </dl>
      <ProvidersTable providers={providers} />
      <p className={styles['connectMore']}>
        {t('overview.connectMore')}
        <Button size="compact" icon={Plug} onClick={onConnect}>
          {t('providers.connect')}
        </Button>
      </p>
      <p className={styles['hint']}>
        {t('overview.version')}: {version}
      </p>
    </div>
  )
}

/** The connected providers, and those in trouble. */
function ProvidersTable({ providers }: Pick<HostOverview, 'providers'>) {
  const t = useTexts('host')
  const services = useTexts('teams').texts.usage.services
  const connected = providers.filter(({ available, trouble }) => available || trouble !== null)
  return (
    <Table caption={t('providers.caption')}>
      <thead>
        <tr>
          {(['provider', 'service', 'state'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`providers.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {connected.map(({ id, name, service, available, trouble }) => (
          <tr key={`${service} ${id}`}>
            <th scope="row">{providerName(t, name)}</th>
            <td>{services[service]}</td>
            <td>
              {trouble ? (
                <TroubleBadge trouble={trouble} />
              ) : (
                <Badge tone={available ? 'success' : 'neutral'}>
                  {t(available ? 'providers.ready' : 'providers.missing')}
                </Badge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface TileProps {
  readonly name: string
  readonly value: string
  readonly meaning: string
}

function Tile({ name, value, meaning }: TileProps) {
  return (
    <div className={styles['tile']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={styles['meaning']}>{meaning}</dd>
    </div>
  )
}
