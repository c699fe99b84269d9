import type { HostSearchEngine } from '@vee/contract/entities/search-engine'
import type { putSearchEngine, testSearchEngine } from '@vee/contract/http/search-engines'
import { type FormEvent, useMemo, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { AccessFields, accessOf, choiceOf, PlanFields, TeamFields } from '#models/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Switch } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { createListTeams } from './list-teams.ts'

interface SearchEngineFormProps {
  readonly id: HostSearchEngine['id']
  readonly name: string
  /** what is stored; undefined: nothing yet */
  readonly stored: HostSearchEngine | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Connects a search engine or changes it. It is tested with one search before it is saved; a failure can be saved on purpose. */
export function SearchEngineForm({ id, name, stored, onClose, onSaved }: SearchEngineFormProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  const common = useTexts('common')
  const { api, act } = useHostActions()
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [price, setPrice] = useState(stored?.priceUsd?.toString() ?? '')
  const [choice, setChoice] = useState(() => choiceOf(stored?.access ?? { kind: 'everyone' }))
  const [exceptFor, setExceptFor] = useState(stored?.exceptFor ?? { plans: [], organizationIds: [] })
  const listTeams = useMemo(() => createListTeams(api), [api])
  const access = accessOf(choice)
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const needsAddress = id === 'searxng'
  const isPrice = price.trim() === '' || (Number(price) >= 0 && Number(price) <= 100)
  const isComplete = isPrice && !('error' in access) && (!needsAddress || URL.canParse(baseUrl.trim()))

  const connection = {
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  }

  async function save(): Promise<void> {
    if ('error' in access) return
    const body = {
      ...connection,
      priceUsd: price.trim() === '' ? null : Number(price),
      access,
      exceptFor,
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

  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={common('close')}>
      <form
        className={styles['part']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          // The fields say what is wrong.
          if (isComplete) void submit(true)
        }}
      >
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
          label={models('endpoints.form.baseUrl')}
          type="url"
          required={needsAddress}
          hint={needsAddress ? undefined : t('embedding.baseUrlHint')}
          value={baseUrl}
          autoComplete="off"
          onChange={({ target }) => setBaseUrl(target.value)}
        />
        <TextField
          label={t('searchEngine.price')}
          inputMode="decimal"
          value={price}
          hint={t('searchEngine.priceHint')}
          error={isPrice ? undefined : t('searchEngine.invalidPrice')}
          onChange={({ target }) => setPrice(target.value)}
        />
        <AccessFields
          choice={choice}
          error={'error' in access ? access.error : undefined}
          listTeams={listTeams}
          onChange={(changed) => setChoice((before) => ({ ...before, ...changed }))}
        />
        <fieldset className={styles['exceptions']}>
          <legend>{t('searchEngine.exceptFor')}</legend>
          <PlanFields
            chosen={exceptFor.plans}
            onChange={(plans) => setExceptFor((before) => ({ ...before, plans: [...plans] }))}
          />
          <TeamFields
            chosen={exceptFor.organizationIds}
            listTeams={listTeams}
            onChange={(ids) => setExceptFor((before) => ({ ...before, organizationIds: [...ids] }))}
          />
        </fieldset>
        <Switch label={t('searchEngine.isEnabled')} isOn={isEnabled} onChange={setEnabled} />
        {failure !== undefined && (
          <div ref={intoView}>
            <Banner tone="error" title={t('searchEngine.failed', { reason: failure })}>
              <Button isLoading={isBusy} onClick={() => void submit(false)}>
                {models('endpoints.form.saveAnyway')}
              </Button>
            </Banner>
          </div>
        )}
        <Button type="submit" variant="primary" isLoading={isBusy}>
          {models('endpoints.form.save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The end of the form may be out of sight. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
