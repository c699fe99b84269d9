import type {
  deleteHostEmbedding,
  EmbeddingDraft,
  getHostEmbedding,
  HostEmbedding,
  LocalEmbeddingModel,
  putHostEmbedding,
  startEmbeddingDownload,
  stopEmbeddingDownload,
  testHostEmbedding,
} from '@vee/contract/http/embedding'
import { Plug } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { sizeText } from '#lib/files/size-text.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useHostActions } from './host-actions.ts'
import { ModelDownloadState } from './model-download.tsx'
import styles from './host.module.css'

/** Often enough for a bar that moves, in milliseconds. */
const ASK_EVERY_MS = 1_000

type LocalModels = readonly LocalEmbeddingModel[]

/** The endpoint that finds what members store by its meaning: shows it, tests it, connects another one and removes it. */
export function HostEmbeddingEndpoint() {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const { answer, reload } = useAnswer('embedding', (signal) =>
    api.json<typeof getHostEmbedding>('GET', '/host/embedding', { signal }),
  )
  const [isEditing, setEditing] = useState(false)
  const download = answer.status === 'ready' ? answer.value.embedding?.download : undefined
  const isFetching = download?.state === 'running'
  useEffect(() => {
    if (!isFetching) return undefined
    const timer = setInterval(reload, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isFetching, reload])
  if (answer.status !== 'ready') return null
  const { embedding, localModels = [] } = answer.value
  async function remove(): Promise<void> {
    await runAction(t('embedding.removed'), () =>
      api.send<typeof deleteHostEmbedding>('DELETE', '/host/embedding'),
    )
    reload()
  }
  const startDownload = () =>
    runAction(t('setup.started'), () =>
      api.json<typeof startEmbeddingDownload>('POST', '/host/embedding/download'),
    ).then(reload)
  const stopDownload = () =>
    runAction(t('setup.stopped'), () =>
      api.json<typeof stopEmbeddingDownload>('DELETE', '/host/embedding/download'),
    ).then(reload)
  return (
    <section className={styles['ability']} aria-label={t('embedding.title')}>
      <h2>{t('embedding.title')}</h2>
      <p>{t('embedding.text')}</p>
      {embedding && (
        <div className={styles['provider']}>
          <span className={styles['state']}>
            <strong>{localModels.find(({ id }) => id === embedding.model)?.name ?? embedding.model}</strong>
            {embedding.protocol === 'local' && <span className={styles['hint']}>{t('setup.onServer')}</span>}
            <EmbeddingBadge embedding={embedding} />
          </span>
          {download && (
            <ModelDownloadState
              download={download}
              onStart={() => void startDownload()}
              onStop={() => void stopDownload()}
            />
          )}
        </div>
      )}
      <p className={styles['state']}>
        <Button size="compact" icon={Plug} onClick={() => setEditing(true)}>
          {t(embedding ? 'embedding.change' : 'embedding.connect')}
        </Button>
        {embedding?.source === 'host' && (
          <Button size="compact" variant="quiet" onClick={() => void remove()}>
            {t('searchEngine.remove')}
          </Button>
        )}
      </p>
      {isEditing && (
        <EmbeddingForm
          stored={embedding ?? undefined}
          localModels={localModels}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            reload()
          }}
        />
      )}
    </section>
  )
}

function EmbeddingBadge({ embedding }: { readonly embedding: HostEmbedding }) {
  const t = useTexts('host')
  const isChosen = embedding.isEnabled && embedding.isReadable
  const isOn = isChosen && !embedding.download
  return (
    <Badge tone={isOn ? 'success' : 'neutral'}>
      {t(isOn ? 'embedding.on' : isChosen ? 'setup.afterDownload' : 'embedding.off')}
    </Badge>
  )
}

interface EmbeddingFormProps {
  readonly stored: HostEmbedding | undefined
  readonly localModels: LocalModels
  readonly onClose: () => void
  readonly onSaved: () => void
}

/**
 * An endpoint is tested with one word before it is saved; a failure can be saved on purpose. A model on this server is fetched when
 * it is saved.
 */
function EmbeddingForm({ stored, localModels, onClose, onSaved }: EmbeddingFormProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  const common = useTexts('common')
  const { api, runAction } = useHostActions()
  const form = useEmbeddingDraft(stored, localModels)
  const { draft, fields, isPrice } = form
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(isTested: boolean): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      if (isTested && draft.isEnabled && draft.protocol !== 'local') {
        const { isWorking, reason } = await api.json<typeof testHostEmbedding>(
          'POST',
          '/host/embedding/test',
          { body: draft },
        )
        if (!isWorking) return setFailure(reason ?? '')
      }
      const isSaved = await runAction(t('embedding.saved'), () =>
        api.json<typeof putHostEmbedding>('PUT', '/host/embedding', { body: draft }),
      )
      if (isSaved) onSaved()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog isOpen onClose={onClose} title={t('embedding.title')} closeLabel={common('close')}>
      <form
        className={styles['part']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (isPrice && draft.model !== '') void submit(true)
        }}
      >
        <Select
          label={models('endpoints.form.protocol')}
          value={draft.protocol}
          options={[
            { value: 'openai', label: 'OpenAI, Ollama, LM Studio, vLLM' },
            { value: 'gemini', label: 'Gemini' },
            ...(localModels.length > 0 ? [{ value: 'local', label: t('embedding.local') }] : []),
          ]}
          onChange={(protocol) =>
            fields.setProtocol(protocol === 'gemini' || protocol === 'local' ? protocol : 'openai')
          }
        />
        {draft.protocol === 'local' ? (
          <LocalFields form={form} localModels={localModels} />
        ) : (
          <EndpointFields form={form} hasKey={stored?.hasKey === true} />
        )}
        <Switch label={t('embedding.isEnabled')} isOn={draft.isEnabled} onChange={fields.setEnabled} />
        {failure !== undefined && (
          <Banner tone="error" title={t('embedding.failed', { reason: failure })}>
            <Button isLoading={isBusy} onClick={() => void submit(false)}>
              {models('endpoints.form.saveAnyway')}
            </Button>
          </Banner>
        )}
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {models(draft.protocol === 'local' ? 'catalogue.save' : 'endpoints.form.save')}
        </Button>
      </form>
    </Dialog>
  )
}

type EmbeddingDraftForm = ReturnType<typeof useEmbeddingDraft>

/** A model on this server, with what it costs. */
function LocalFields({
  form: { draft, fields },
  localModels,
}: {
  readonly form: EmbeddingDraftForm
  readonly localModels: LocalModels
}) {
  const t = useTexts('host')
  const language = useLanguage()
  const bytes = localModels.find(({ id }) => id === draft.model)?.bytesTotal ?? 0
  return (
    <>
      <Select
        label={t('embedding.model')}
        value={draft.model}
        options={localModels.map(({ id, name, licence }) => ({ value: id, label: `${name} (${licence})` }))}
        onChange={fields.setLocalModel}
      />
      <p className={styles['hint']}>{t('embedding.localCost', { size: sizeText(bytes, language) })}</p>
    </>
  )
}

function EndpointFields({
  form: { draft, fields, price, isPrice },
  hasKey,
}: {
  readonly form: EmbeddingDraftForm
  readonly hasKey: boolean
}) {
  const t = useTexts('host')
  const models = useTexts('models')
  return (
    <>
      <TextField
        label={models('endpoints.form.baseUrl')}
        type="url"
        autoComplete="off"
        hint={t('embedding.baseUrlHint')}
        value={draft.baseUrl ?? ''}
        onChange={({ target }) => fields.setBaseUrl(target.value)}
      />
      <TextField
        label={t('embedding.model')}
        required
        autoComplete="off"
        value={draft.model}
        onChange={({ target }) => fields.setModel(target.value)}
      />
      <TextField
        label={models('endpoints.form.apiKey')}
        type="password"
        autoComplete="off"
        value={draft.apiKey ?? ''}
        hint={hasKey ? models('endpoints.form.keyKept') : undefined}
        onChange={({ target }) => fields.setApiKey(target.value)}
      />
      <TextField
        label={t('embedding.price')}
        inputMode="decimal"
        value={price}
        error={isPrice ? undefined : t('searchEngine.invalidPrice')}
        onChange={({ target }) => fields.setPrice(target.value)}
      />
    </>
  )
}

/** The fields of the form, and the draft that they make. */
function useEmbeddingDraft(stored: HostEmbedding | undefined, localModels: LocalModels) {
  const [protocol, setProtocol] = useState<EmbeddingDraft['protocol']>(stored?.protocol ?? 'openai')
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [model, setModel] = useState(stored?.protocol === 'local' ? '' : (stored?.model ?? ''))
  const [localModel, setLocalModel] = useState(
    stored?.protocol === 'local' ? stored.model : (localModels[0]?.id ?? ''),
  )
  const [apiKey, setApiKey] = useState('')
  const [price, setPrice] = useState(stored?.priceUsd.toString() ?? '0')
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true)
  const isPrice = price.trim() !== '' && Number(price) >= 0 && Number(price) <= 1_000
  const endpoint = {
    protocol,
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    model: model.trim(),
    priceUsd: isPrice ? Number(price) : 0,
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  }
  const draft: EmbeddingDraft =
    protocol === 'local'
      ? { protocol, baseUrl: null, model: localModel, priceUsd: 0, isEnabled }
      : { ...endpoint, isEnabled }
  const fields = { setProtocol, setBaseUrl, setModel, setLocalModel, setApiKey, setPrice, setEnabled }
  return { draft, fields, price, isPrice }
}
