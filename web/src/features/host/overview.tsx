import type { HostOverview } from '@vee/contract/entities/host'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { moneyIn } from '#lib/files/report-name.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Table } from '#ui/display/table.tsx'
import styles from './host.module.css'
import { TroubleBadge } from '#models/index.ts'
import { Unconnected } from './unconnected.tsx'

const COUNTS = ['users', 'disabledUsers', 'organizations', 'liveSessions'] as const

interface OverviewProps {
  readonly overview: HostOverview
  /** opens the form of endpoints for a vendor, by its display name */
  readonly onConnect: (name: string) => void
}

/** Shows the state of the server at a glance. */
export function Overview({ overview, onConnect }: OverviewProps) {
  const t = useTexts('host')
  const services = useTexts('teams').texts.usage.services
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const { counts, costThisMonthUsd, version, providers } = overview
  const connected = providers.filter(({ available, trouble }) => available || trouble !== null)
  const unconnected = providers.filter((provider) => !connected.includes(provider))
  return (
    <div className={styles['part']}>
      <dl className={styles['tiles']}>
        {COUNTS.map((name) => (
          <Tile key={name} name={t(`overview.${name}`)} value={figure.format(counts[name])} />
        ))}
        <Tile name={t('overview.cost')} value={moneyIn(language).format(costThisMonthUsd)} />
        <Tile name={t('overview.version')} value={version} />
      </dl>
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
              <th scope="row">{name}</th>
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
      {unconnected.length > 0 && (
        <>
          <h2>{t('providers.unconnected')}</h2>
          <Unconnected providers={unconnected} onConnect={onConnect} />
        </>
      )}
    </div>
  )
}

function Tile({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles['tile']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
