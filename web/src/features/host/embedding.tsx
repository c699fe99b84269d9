import type {
  deleteHostEmbedding,
  EmbeddingDraft,
  getHostEmbedding,
  HostEmbedding,
  putHostEmbedding,
  testHostEmbedding,
} from '@vee/contract/http/embedding'
import { Plug } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'

/** The endpoint that finds what members store by its meaning: shows it, tests it, connects another one and removes it. */
export function HostEmbeddingEndpoint() {
  const t = useTexts('host')
  const { api, act } = useHostActions()
  const { answer, reload } = useAnswer('embedding', (signal) =>
    api.json<typeof getHostEmbedding>('GET', '/host/embedding', { signal }),
  )
  const [isEditing, setEditing] = useState(false)
  if (answer.status !== 'ready') return null
  const { embedding } = answer.value
  async function remove(): Promise<void> {
    await act(t('embedding.removed'), () => api.send<typeof deleteHostEmbedding>('DELETE', '/host/embedding'))
    reload()
  }
  return (
    <section className={styles['ability']} aria-label={t('embedding.title')}>
      <h2>{t('embedding.title')}</h2>
      <p>{t('embedding.text')}</p>
      {embedding && (
        <p className={styles['state']}>
          <strong>{embedding.model}</strong>
          <Badge tone={embedding.isEnabled && embedding.isReadable ? 'success' : 'neutral'}>
            {t(embedding.isEnabled && embedding.isReadable ? 'embedding.on' : 'embedding.off')}
          </Badge>
        </p>
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

interface EmbeddingFormProps {
  readonly stored: HostEmbedding | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** It is tested with one word before it is saved; a failure can be saved on purpose. */
function EmbeddingForm({ stored, onClose, onSaved }: EmbeddingFormProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  const common = useTexts('common')
  const { api, act } = useHostActions()
  const { draft, fields, price, isPrice } = useEmbeddingDraft(stored)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(isTested: boolean): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      if (isTested && draft.isEnabled) {
        const { isWorking, reason } = await api.json<typeof testHostEmbedding>(
          'POST',
          '/host/embedding/test',
          { body: draft },
        )
        if (!isWorking) return setFailure(reason ?? '')
      }
      const isSaved = await act(t('embedding.saved'), () =>
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
          ]}
          onChange={(protocol) => fields.setProtocol(protocol === 'gemini' ? 'gemini' : 'openai')}
        />
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
          hint={stored?.hasKey === true ? models('endpoints.form.keyKept') : undefined}
          onChange={({ target }) => fields.setApiKey(target.value)}
        />
        <TextField
          label={t('embedding.price')}
          inputMode="decimal"
          value={price}
          error={isPrice ? undefined : t('searchEngine.invalidPrice')}
          onChange={({ target }) => fields.setPrice(target.value)}
        />
        <Switch label={t('embedding.isEnabled')} isOn={draft.isEnabled} onChange={fields.setEnabled} />
        {failure !== undefined && (
          <Banner tone="error" title={t('embedding.failed', { reason: failure })}>
            <Button isLoading={isBusy} onClick={() => void submit(false)}>
              {models('endpoints.form.saveAnyway')}
            </Button>
          </Banner>
        )}
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {models('endpoints.form.save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The fields of the form, and the draft that they make. */
function useEmbeddingDraft(stored: HostEmbedding | undefined) {
  const [protocol, setProtocol] = useState<EmbeddingDraft['protocol']>(stored?.protocol ?? 'openai')
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [model, setModel] = useState(stored?.model ?? '')
  const [apiKey, setApiKey] = useState('')
  const [price, setPrice] = useState(stored?.priceUsd.toString() ?? '0')
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true)
  const isPrice = price.trim() !== '' && Number(price) >= 0 && Number(price) <= 1_000
  const draft: EmbeddingDraft = {
    protocol,
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    model: model.trim(),
    priceUsd: isPrice ? Number(price) : 0,
    isEnabled,
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  }
  const fields = { setProtocol, setBaseUrl, setModel, setApiKey, setPrice, setEnabled }
  return { draft, fields, price, isPrice }
}
