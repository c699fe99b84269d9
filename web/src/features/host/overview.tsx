import type { HostOverview } from '@vee/contract/entities/host'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { moneyIn } from '#lib/files/report-name.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Table } from '#ui/display/table.tsx'
import styles from './host.module.css'
import { TroubleBadge } from '#models/index.ts'

const COUNTS = ['users', 'disabledUsers', 'organizations', 'liveSessions'] as const

/** Shows the state of the server at a glance. */
export function Overview({ overview }: { readonly overview: HostOverview }) {
  const t = useTexts('host')
  const services = useTexts('teams').texts.usage.services
  const language = useLanguage()
  const figure = new Intl.NumberFormat(language)
  const { counts, costThisMonthUsd, version, providers } = overview
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
          {providers.map(({ id, service, available, reason, hint, envVar, trouble }) => (
            <tr key={`${service} ${id}`}>
              <th scope="row">{id}</th>
              <td>{services[service]}</td>
              <td>
                <span className={styles['state']}>
                  {trouble ? (
                    <TroubleBadge trouble={trouble} />
                  ) : (
                    <Badge tone={available ? 'success' : 'neutral'}>
                      {t(available ? 'providers.ready' : 'providers.missing')}
                    </Badge>
                  )}
                  {!available && (
                    <span className={styles['hint']}>
                      {/* {} The server's own messages are in English. */}
                      <span lang="en">{[reason, hint].filter(Boolean).join(' ')}</span>
                      {envVar !== null && <> {t('providers.setting', { name: envVar })}</>}
                    </span>
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
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
