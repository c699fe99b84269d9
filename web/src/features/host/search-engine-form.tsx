import type { EndpointAccess } from '@vee/contract/entities/model-endpoint'
import type { HostSearchEngine } from '@vee/contract/entities/search-engine'
import type { putSearchEngine, testSearchEngine } from '@vee/contract/http/search-engines'
import { type FormEvent, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'

interface SearchEngineFormProps {
  readonly id: HostSearchEngine['id']
  readonly name: string
  /** what is stored; undefined: nothing yet */
  readonly stored: HostSearchEngine | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Access by teams, plans and people is set by the API; here it is preserved. */
type AccessChoice = EndpointAccess['kind']

/** Connects a search engine or changes it. It is tested with one search before it is saved; a failure can be saved on purpose. */
export function SearchEngineForm({ id, name, stored, onClose, onSaved }: SearchEngineFormProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  const common = useTexts('common')
  const { api, act } = useHostActions()
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [price, setPrice] = useState(stored?.priceUsd?.toString() ?? '')
  const [access, setAccess] = useState<AccessChoice>(stored?.access.kind ?? 'everyone')
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const needsAddress = id === 'searxng'
  const isPrice = price.trim() === '' || (Number(price) >= 0 && Number(price) <= 100)
  const isComplete = isPrice && (!needsAddress || URL.canParse(baseUrl.trim()))

  const connection = {
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  }
  const accessChosen = (): EndpointAccess => {
    if (access === 'everyone' || access === 'signed-in') return { kind: access }
    return stored?.access ?? { kind: 'everyone' }
  }

  async function save(): Promise<void> {
    const body = {
      ...connection,
      priceUsd: price.trim() === '' ? null : Number(price),
      access: accessChosen(),
      isEnabled,
    }
    const isSaved = await act(t('searchEngine.saved'), () =>
      api.json<typeof putSearchEngine>('PUT', '/host/search/{id}', { params: { id }, body }),
    )
    if (isSaved) onSaved()
  }

  async function submit(isTested: boolean): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      if (isTested && isEnabled) {
        const result = await api.json<typeof testSearchEngine>('POST', '/host/search/{id}/test', {
          params: { id },
          body: connection,
        })
        if (!result.isWorking) return setFailure(result.reason ?? '')
      }
      await save()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }

  const options: readonly AccessChoice[] = ['everyone', 'signed-in']
  const shown = options.includes(access) ? options : [...options, access]
  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={common('close')}>
      <form
        className={styles['part']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(true)
        }}
      >
        <TextField
          label={models('endpoints.form.baseUrl')}
          type="url"
          required={needsAddress}
          value={baseUrl}
          autoComplete="off"
          onChange={({ target }) => setBaseUrl(target.value)}
        />
        {!needsAddress && (
          <TextField
            label={models('endpoints.form.apiKey')}
            type="password"
            autoComplete="off"
            value={apiKey}
            hint={stored?.hasKey ? models('endpoints.form.keyKept') : undefined}
            onChange={({ target }) => setApiKey(target.value)}
          />
        )}
        <TextField
          label={t('searchEngine.price')}
          inputMode="decimal"
          value={price}
          hint={t('searchEngine.priceHint')}
          error={isPrice ? undefined : t('searchEngine.invalidPrice')}
          onChange={({ target }) => setPrice(target.value)}
        />
        <Select
          label={models('endpoints.form.access')}
          value={access}
          options={shown.map((value) => ({ value, label: models(`endpoints.form.${value}`) }))}
          onChange={(value) => setAccess(shown.find((kind) => kind === value) ?? 'everyone')}
        />
        <Switch label={t('searchEngine.isEnabled')} isOn={isEnabled} onChange={setEnabled} />
        {failure !== undefined && (
          <Banner tone="error" title={t('searchEngine.failed', { reason: failure })}>
            <Button isLoading={isBusy} onClick={() => void submit(false)}>
              {models('endpoints.form.saveAnyway')}
            </Button>
          </Banner>
        )}
        <Button type="submit" variant="primary" isLoading={isBusy} disabled={!isComplete}>
          {models('endpoints.form.save')}
        </Button>
      </form>
    </Dialog>
  )
}
