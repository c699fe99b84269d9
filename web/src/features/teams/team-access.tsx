import type { OrganizationDomain } from '@vee/contract/entities/accounts/provisioning'
import type {
  claimDomain,
  listDomains,
  removeDomain,
  verifyDomain,
} from '@vee/contract/http/accounts/provisioning'
import { Plus, RefreshCw, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useForm } from '#ui/controls/use-form.ts'
import { useTeamActions } from './team-actions.ts'
import { Directory } from './directory.tsx'
import styles from './teams.module.css'
import { useTeamFailureText } from './use-failure-text.ts'

/** Settings for joining without individual invites. */
export function TeamAccess({ organizationId }: { readonly organizationId: string }) {
  return (
    <div className={styles['team']}>
      <Domains organizationId={organizationId} />
      <Directory organizationId={organizationId} />
    </div>
  )
}

function useDomains(organizationId: string) {
  const { api } = useTeamActions()
  const [domains, setDomains] = useState<readonly OrganizationDomain[]>([])
  const reload = useCallback(
    () =>
      api
        .json<typeof listDomains>('GET', '/organizations/{id}/domains', { params: { id: organizationId } })
        .then((response) => setDomains(response.domains))
        // The data remains; the API client has logged the failure.
        .catch(() => undefined),
    [api, organizationId],
  )
  useEffect(() => void reload(), [reload])
  return { domains, reload }
}

function Domains({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const failureText = useTeamFailureText()
  const { api, tell } = useTeamActions()
  const { domains, reload } = useDomains(organizationId)
  const element = useRef<HTMLFormElement>(null)
  const { form, isSending, errorOf } = useForm<'domain'>(async (typed) => {
    const body = { domain: typed('domain') }
    try {
      await api.json<typeof claimDomain>('POST', '/organizations/{id}/domains', {
        params: { id: organizationId },
        body,
      })
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === 'VALIDATION'
      if (isWrong) return { field: 'domain', text: t('domains.invalid') }
      tell({ type: 'error', title: t('domains.failed'), message: failureText(error) })
      return undefined
    }
    tell({ type: 'success', title: t('domains.added') })
    element.current?.reset()
    await reload()
    return undefined
  })
  return (
    <div className={styles['part']}>
      <h4>{t('domains.title')}</h4>
      <p className={styles['hint']}>{t('domains.text')}</p>
      <ul className={styles['invites']}>
        {domains.map((domain) => (
          <DomainRow key={domain.id} organizationId={organizationId} domain={domain} onChanged={reload} />
        ))}
      </ul>
      <form {...form} ref={element} className={styles['line']}>
        <TextField
          label={t('domains.name')}
          name="domain"
          autoComplete="off"
          inputMode="url"
          placeholder="example.org"
          error={errorOf('domain')}
        />
        <Button type="submit" icon={Plus} isLoading={isSending}>
          {t('domains.add')}
        </Button>
      </form>
    </div>
  )
}

interface DomainRowProps {
  readonly organizationId: string
  readonly domain: OrganizationDomain
  readonly onChanged: () => Promise<unknown>
}

function DomainRow({
  organizationId,
  domain: { id, domain, record, isVerified },
  onChanged,
}: DomainRowProps) {
  const t = useTexts('teams')
  const failureText = useTeamFailureText()
  const { api, tell } = useTeamActions()
  const [isLooking, setLooking] = useState(false)
  const params = { id: organizationId, domainId: id }

  async function verify(): Promise<void> {
    setLooking(true)
    try {
      await api.json<typeof verifyDomain>('POST', '/organizations/{id}/domains/{domainId}/verify', { params })
      tell({ type: 'success', title: t('domains.done') })
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'VALIDATION'
      const message = isMissing ? t('domains.missing') : failureText(error)
      tell({ type: 'error', title: t('domains.failed'), message })
    }
    setLooking(false)
    await onChanged()
  }
  async function remove(): Promise<void> {
    try {
      await api.json<typeof removeDomain>('DELETE', '/organizations/{id}/domains/{domainId}', { params })
      tell({ type: 'success', title: t('domains.removed') })
    } catch (error) {
      tell({ type: 'error', title: t('domains.failed'), message: failureText(error) })
    }
    await onChanged()
  }
  return (
    <li className={styles['invite']}>
      <span className={styles['who']}>
        <strong>{domain}</strong>
        <Badge tone={isVerified ? 'success' : 'warning'}>
          {t(isVerified ? 'domains.verified' : 'domains.waiting')}
        </Badge>
      </span>
      <span className={styles['buttons']}>
        {!isVerified && (
          <Button size="compact" icon={RefreshCw} isLoading={isLooking} onClick={() => void verify()}>
            {t('domains.verify')}
          </Button>
        )}
        <IconButton icon={X} label={t('domains.remove', { domain })} onClick={() => void remove()} />
      </span>
      {!isVerified && (
        <div className={styles['record']}>
          <p className={styles['hint']}>{t('domains.record')}</p>
          <code>{record.name}</code>
          <code>{record.value}</code>
        </div>
      )}
    </li>
  )
}
