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
  const needsAddress = id === 'searxng'
  const form = useSearchEngineDraft(stored, needsAddress)
  const { failure, isBusy, submit } = useSearchEngineSaving(id, form, onSaved)

  return (
    <Dialog isOpen onClose={onClose} title={name} closeLabel={common('close')}>
      <form
        className={styles['part']}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          // The fields say what is wrong.
          if (form.isComplete) void submit(true)
        }}
      >
        <ConnectionFields form={form} needsAddress={needsAddress} hasKey={stored?.hasKey === true} />
        <UseFields form={form} />
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

type SearchEngineDraftForm = ReturnType<typeof useSearchEngineDraft>

/** The fields of the form, whether they are complete, and the connection that they make. */
function useSearchEngineDraft(stored: HostSearchEngine | undefined, needsAddress: boolean) {
  const [baseUrl, setBaseUrl] = useState(stored?.baseUrl ?? '')
  const [apiKey, setApiKey] = useState('')
  const [price, setPrice] = useState(stored?.priceUsd?.toString() ?? '')
  const [choice, setChoice] = useState(() => choiceOf(stored?.access ?? { kind: 'everyone' }))
  const [exceptFor, setExceptFor] = useState(stored?.exceptFor ?? { plans: [], organizationIds: [] })
  const [isEnabled, setEnabled] = useState(stored?.isEnabled ?? true)
  const access = accessOf(choice)
  const isPrice = price.trim() === '' || (Number(price) >= 0 && Number(price) <= 100)
  const connection = {
    baseUrl: baseUrl.trim() === '' ? null : baseUrl.trim(),
    ...(apiKey.trim() !== '' && { apiKey: apiKey.trim() }),
  }
  return {
    values: { baseUrl, apiKey, price, choice, exceptFor, isEnabled },
    set: { setBaseUrl, setApiKey, setPrice, setChoice, setExceptFor, setEnabled },
    access,
    connection,
    isPrice,
    isComplete: isPrice && !('error' in access) && (!needsAddress || URL.canParse(baseUrl.trim())),
  }
}

/** Tests and saves an engine. */
function useSearchEngineSaving(id: HostSearchEngine['id'], form: SearchEngineDraftForm, onSaved: () => void) {
  const t = useTexts('host')
  const { api, runAction } = useHostActions()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { access, connection } = form
  const { price, exceptFor, isEnabled } = form.values

  async function save(): Promise<void> {
    if ('error' in access) return
    const body = {
      ...connection,
      priceUsd: price.trim() === '' ? null : Number(price),
      access,
      exceptFor,
      isEnabled,
    }
    const isSaved = await runAction(t('searchEngine.saved'), () =>
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
  return { failure, isBusy, submit }
}

interface ConnectionFieldsProps {
  readonly form: SearchEngineDraftForm
  readonly needsAddress: boolean
  readonly hasKey: boolean
}

/** The key or the address of the engine, and the price of a search. */
function ConnectionFields({ form: { values, set, isPrice }, needsAddress, hasKey }: ConnectionFieldsProps) {
  const t = useTexts('host')
  const models = useTexts('models')
  return (
    <>
      {!needsAddress && (
        <TextField
          label={models('endpoints.form.apiKey')}
          type="password"
          autoComplete="off"
          value={values.apiKey}
          hint={hasKey ? models('endpoints.form.keyKept') : undefined}
          onChange={({ target }) => set.setApiKey(target.value)}
        />
      )}
      <TextField
        label={models('endpoints.form.baseUrl')}
        type="url"
        required={needsAddress}
        hint={needsAddress ? undefined : t('embedding.baseUrlHint')}
        value={values.baseUrl}
        autoComplete="off"
        onChange={({ target }) => set.setBaseUrl(target.value)}
      />
      <TextField
        label={t('searchEngine.price')}
        inputMode="decimal"
        value={values.price}
        hint={t('searchEngine.priceHint')}
        error={isPrice ? undefined : t('searchEngine.invalidPrice')}
        onChange={({ target }) => set.setPrice(target.value)}
      />
    </>
  )
}

/** Who may use the engine, and whether it is used. */
function UseFields({ form: { values, set, access } }: Pick<ConnectionFieldsProps, 'form'>) {
  const t = useTexts('host')
  const { api } = useHostActions()
  const listTeams = useMemo(() => createListTeams(api), [api])
  return (
    <>
      <AccessFields
        choice={values.choice}
        error={'error' in access ? access.error : undefined}
        listTeams={listTeams}
        onChange={(changed) => set.setChoice((before) => ({ ...before, ...changed }))}
      />
      <fieldset className={styles['exceptions']}>
        <legend>{t('searchEngine.exceptFor')}</legend>
        <PlanFields
          chosen={values.exceptFor.plans}
          onChange={(plans) => set.setExceptFor((before) => ({ ...before, plans: [...plans] }))}
        />
        <TeamFields
          chosen={values.exceptFor.organizationIds}
          listTeams={listTeams}
          onChange={(ids) => set.setExceptFor((before) => ({ ...before, organizationIds: [...ids] }))}
        />
      </fieldset>
      <Switch label={t('searchEngine.isEnabled')} isOn={values.isEnabled} onChange={set.setEnabled} />
    </>
  )
}

/** The end of the form may be out of sight. */
const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
