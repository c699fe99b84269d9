import type { ScimAccess } from '@vee/contract/entities/accounts/provisioning'
import type { getScimAccess, makeScimToken, revokeScimToken } from '@vee/contract/http/accounts/provisioning'
import { KeyRound, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { useTeamActions } from './team-actions.ts'
import { Confirm } from './confirm.tsx'
import styles from './teams.module.css'

const PATH = '/organizations/{id}/scim'

/** The connection of a larger team's directory. */
export function Directory({ organizationId }: { readonly organizationId: string }) {
  const t = useTexts('teams')
  const { api, runAction } = useTeamActions()
  const [access, setAccess] = useState<ScimAccess>()
  const [fresh, setFresh] = useState<string>()
  const [pendingAction, setAsking] = useState<'rotate' | 'revoke'>()
  useEffect(() => {
    const stop = new AbortController()
    api
      .json<typeof getScimAccess>('GET', PATH, { params: { id: organizationId }, signal: stop.signal })
      .then(setAccess)
      // Already logged by the API client.
      .catch(() => undefined)
    return () => stop.abort()
  }, [api, organizationId])
  if (!access) return null

  const params = { id: organizationId }
  const make = () =>
    runAction({ failed: t('scim.failed') }, async () => {
      const created = await api.json<typeof makeScimToken>('POST', PATH, { params })
      setFresh(created.token)
      setAccess(created.scim)
    })
  const revoke = () =>
    runAction({ done: t('scim.revoked'), failed: t('scim.failed') }, async () => {
      await api.json<typeof revokeScimToken>('DELETE', PATH, { params })
      setFresh(undefined)
      setAccess({ ...access, token: null })
    })
  return (
    <div className={styles['part']}>
      <h4>{t('scim.title')}</h4>
      <p className={styles['hint']}>{t('scim.text')}</p>
      <div className={styles['record']}>
        <p className={styles['hint']}>{t('scim.address')}</p>
        <code>{access.baseUrl}</code>
        <p className={styles['hint']}>
          <TokenState token={access.token} />
        </p>
      </div>
      {fresh !== undefined && (
        <Banner tone="success" title={t('scim.shown')}>
          <code className={styles['secret']}>{fresh}</code>
        </Banner>
      )}
      <div className={styles['buttons']}>
        <Button icon={KeyRound} onClick={() => (access.token ? setAsking('rotate') : void make())}>
          {t(access.token ? 'scim.rotate' : 'scim.make')}
        </Button>
        {access.token && (
          <Button variant="danger" icon={Trash2} onClick={() => setAsking('revoke')}>
            {t('scim.revoke')}
          </Button>
        )}
      </div>
      {pendingAction && (
        <Confirm
          title={t(`scim.${pendingAction}Title`)}
          text={t(`scim.${pendingAction}Text`)}
          action={t(`scim.${pendingAction}`)}
          onClose={() => setAsking(undefined)}
          onConfirm={pendingAction === 'rotate' ? make : revoke}
        />
      )}
    </div>
  )
}

function TokenState({ token }: Pick<ScimAccess, 'token'>) {
  const t = useTexts('teams')
  const format = new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'medium' })
  if (!token) return t('scim.none')
  const createdText = t('scim.made', { date: format.format(new Date(token.createdAt)) })
  if (token.lastUsedAt === null) return createdText
  return `${createdText}, ${t('scim.used', { date: format.format(new Date(token.lastUsedAt)) })}`
}
