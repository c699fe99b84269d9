import type { EndpointTest, ModelEndpoint } from '@vee/contract/entities/model-endpoint'
import { ArrowUp, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ConfirmDialog } from '#ui/feedback/confirm-dialog.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { useTestSentence } from './use-test-sentence.ts'
import styles from './endpoints.module.css'
import { useEndpointManager } from './manager.ts'
import { TroubleBadge } from './trouble-badge.tsx'

/**
 * Lists the endpoints of language models of a host or a team, which can be added, changed, tested, reordered and
 * removed while the server runs.
 */
export function EndpointList({
  id,
  connects,
  onConnected,
}: {
  /** tells the lists of several managers apart */ readonly id: string
  /** the vendor for which the form is opened, by its display name; empty: chosen in the form */
  readonly connects?: string | undefined
  /** called when the form that was opened for `connects` was closed */
  readonly onConnected?: () => void
}) {
  const t = useTexts('models')
  const { kind, list, max } = useEndpointManager()
  const { answer, reload } = useAnswer(`endpoints ${id}`, list)
  const [edited, setEdited] = useState<ModelEndpoint | 'new' | undefined>(
    connects === undefined ? undefined : 'new',
  )
  if (answer.status === 'loading') return <Skeleton lines={4} />
  if (answer.status === 'failed') return <LoadFailed onRetry={reload} />
  const items = answer.value
  const isFull = items.length >= max
  const close = () => {
    setEdited(undefined)
    if (connects !== undefined) onConnected?.()
  }
  return (
    <div className={styles['part']}>
      <p>{t(kind === 'host' ? 'endpoints.lead' : 'endpoints.teamLead')}</p>
      {items.length === 0 ? (
        <p className={styles['hint']}>{t('endpoints.none')}</p>
      ) : (
        <ul className={styles['list']} aria-label={t('endpoints.list')}>
          {items.map((endpoint, index) => (
            <EndpointRow
              key={endpoint.id}
              endpoint={endpoint}
              index={index}
              onEdit={() => setEdited(endpoint)}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={styles['hint']}>{t('endpoints.full', { max })}</p>
      ) : (
        <div>
          <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
            {t('endpoints.add')}
          </Button>
        </div>
      )}
      <p className={styles['hint']}>{t(kind === 'host' ? 'endpoints.environment' : 'endpoints.teamCosts')}</p>
      {edited && (
        <EndpointForm
          endpoint={edited === 'new' ? undefined : edited}
          vendor={connects}
          onClose={close}
          onSaved={() => {
            close()
            reload()
          }}
        />
      )}
    </div>
  )
}

interface EndpointRowProps {
  readonly endpoint: ModelEndpoint
  /** position in the order of preference, from 0 */
  readonly index: number
  readonly onEdit: () => void
  readonly onChanged: () => void
}

function EndpointRow({ endpoint, index, onEdit, onChanged }: EndpointRowProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const { act, remove, showFailure, test, update } = useEndpointManager()
  const sentence = useTestSentence()
  const [result, setResult] = useState<EndpointTest>()
  const [isTesting, setTesting] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const { id, name, baseUrl, hasKey, isEnabled, isReadable, trouble, version, protocol, models } = endpoint

  async function runTest(): Promise<void> {
    setTesting(true)
    setResult(undefined)
    try {
      setResult(await test({ id, protocol, baseUrl, models }))
    } catch (error) {
      showFailure(error)
    }
    setTesting(false)
  }
  const moveUp = () =>
    act(t('endpoints.saved'), () => update(id, { version, position: index - 1 })).then(onChanged)
  const removeThis = () => act(t('endpoints.removed'), () => remove(id)).then(onChanged)
  return (
    <li className={styles['endpoint']}>
      <span className={styles['state']}>
        <strong>{name}</strong>
        <Badge tone={isEnabled ? 'success' : 'neutral'}>
          {t(isEnabled ? 'endpoints.enabled' : 'endpoints.disabled')}
        </Badge>
        <Badge tone="neutral">{t(hasKey ? 'endpoints.keySaved' : 'endpoints.noKey')}</Badge>
        <span className={styles['hint']} dir="ltr">
          {baseUrl}
        </span>
      </span>
      {trouble && (
        <span className={styles['state']}>
          <TroubleBadge trouble={trouble} />
        </span>
      )}
      {!isReadable && <span className={styles['hint']}>{t('endpoints.unreadable')}</span>}
      <div className={styles['buttons']}>
        <Button size="compact" icon={Play} isLoading={isTesting} onClick={() => void runTest()}>
          {t('endpoints.test')}
        </Button>
        <Button size="compact" icon={Pencil} onClick={onEdit}>
          {t('endpoints.edit')}
        </Button>
        {index > 0 && (
          <IconButton
            size="compact"
            icon={ArrowUp}
            label={t('endpoints.up', { name })}
            onClick={() => void moveUp()}
          />
        )}
        <Button size="compact" variant="danger" icon={Trash2} onClick={() => setRemoving(true)}>
          {t('endpoints.remove')}
        </Button>
      </div>
      <output className={styles['hint']}>{result && sentence(result)}</output>
      {isRemoving && (
        <ConfirmDialog
          title={t('endpoints.removeTitle', { name })}
          text={t('endpoints.removeText')}
          action={t('endpoints.remove')}
          cancelLabel={common('cancel')}
          closeLabel={common('close')}
          onClose={() => setRemoving(false)}
          onConfirm={removeThis}
        />
      )}
    </li>
  )
}

function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('models')
  return (
    <Banner
      tone="error"
      title={t('endpoints.failed')}
      actions={<Button onClick={onRetry}>{t('picker.retry')}</Button>}
    />
  )
}
