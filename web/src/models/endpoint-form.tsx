import type { EndpointTest, ModelEndpoint, ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { ENDPOINT_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { AccessFields, type ListTeams } from './access-fields.tsx'
import {
  draftOf,
  type EndpointFields,
  type EndpointProblem,
  fieldsOf,
  NEW_ENDPOINT,
} from './endpoint-draft.ts'
import { ENDPOINT_PRESETS } from './endpoint-presets.ts'
import styles from './endpoints.module.css'
import { useEndpointManager } from './manager.ts'

const PROTOCOL_NAMES = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  azure: 'Azure OpenAI',
  bedrock: 'Amazon Bedrock',
} as const
/** Google's address has no version. */
const URL_HINTS = {
  openai: 'baseUrlHint',
  anthropic: 'baseUrlHint',
  gemini: undefined,
  azure: 'azureUrlHint',
  bedrock: 'bedrockUrlHint',
} as const
/** Where the endpoint has no list of models, they must be entered. */
const MODEL_HINTS = {
  openai: 'modelsHint',
  anthropic: 'modelsHint',
  gemini: 'modelsHint',
  azure: 'azureModelsHint',
  bedrock: 'bedrockModelsHint',
} as const
const CUSTOM = 'custom'

/** Fields that contain typed text. */
type TextFieldName = Exclude<
  keyof EndpointFields,
  'protocol' | 'access' | 'plans' | 'organizationIds' | 'isEnabled'
>

/** Returns the fields that the preset of a vendor fills. */
function fieldsOfVendor(vendor: string | undefined): Partial<EndpointFields> | undefined {
  const preset = ENDPOINT_PRESETS.find(({ name }) => name === vendor)
  if (!preset) return undefined
  const { transcriptionModel = '', speechModel = '', ...rest } = preset
  return { ...rest, transcriptionModel, speechModel }
}

interface EndpointFormProps {
  /** undefined: a new one */
  readonly endpoint: ModelEndpoint | undefined
  /** the vendor of a new one, by its display name; default: chosen in the form */
  readonly vendor?: string | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/**
 * Adds or changes an endpoint. The connection is tested before it is saved; a failure can be saved on purpose. After
 * a conflict with a change of somebody else the entries stay, and are saved with the next press.
 */
export function EndpointForm({ endpoint, vendor, onClose, onSaved }: EndpointFormProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const { create, kind, list, listTeams, showDone, showFailure, test, update } = useEndpointManager()
  /** what the next save is based on; undefined: it adds the endpoint */
  const [base, setBase] = useState(endpoint)
  const [conflict, setConflict] = useState<'changedMeanwhile' | 'removedMeanwhile'>()
  const [fields, setFields] = useState<EndpointFields>(() =>
    endpoint ? fieldsOf(endpoint) : { ...NEW_ENDPOINT, ...fieldsOfVendor(vendor) },
  )
  const [problem, setProblem] = useState<EndpointProblem>()
  const [result, setResult] = useState<EndpointTest>()
  const [isBusy, setBusy] = useState(false)
  const sentence = useTestSentence()
  const change = (changed: Partial<EndpointFields>) => {
    setFields((before) => ({ ...before, ...changed }))
    setProblem(undefined)
    setResult(undefined)
  }
  const errorText = (error: EndpointProblem['error']) =>
    error === 'notAllowed' ? t('endpoints.failures.network') : t(`endpoints.form.${error}`)
  const field = (name: TextFieldName) => ({
    name,
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      change({ [name]: event.target.value }),
    error: problem?.field === name ? errorText(problem.error) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  })

  async function save(draft: ModelEndpointDraft): Promise<void> {
    await (base ? update(base.id, { ...draft, version: base.version }) : create(draft))
    showDone(t('endpoints.saved'))
    onSaved()
  }

  /** Shows why it was not saved. After a conflict the next save is based on what is stored now. */
  async function explain(error: unknown): Promise<void> {
    if (isAddressRejected(error)) return setProblem({ field: 'baseUrl', error: 'notAllowed' })
    if (!base || !isConflict(error)) return showFailure(error)
    try {
      const newer = (await list()).find(({ id }) => id === base.id)
      setBase(newer)
      setConflict(newer ? 'changedMeanwhile' : 'removedMeanwhile')
    } catch (failure) {
      showFailure(failure)
    }
  }

  async function submit(isTested: boolean): Promise<void> {
    const draft = draftOf(fields)
    if ('error' in draft) {
      setProblem(draft)
      return
    }
    setBusy(true)
    setConflict(undefined)
    try {
      if (isTested) {
        const { protocol, baseUrl, apiKey, models } = draft
        const tested = await test({
          protocol,
          baseUrl,
          models,
          ...(apiKey !== undefined && { apiKey }),
          ...(base && { id: base.id }),
        })
        setResult(tested)
        if (!tested.isWorking) return
      }
      await save(draft)
    } catch (error) {
      await explain(error)
    } finally {
      setBusy(false)
    }
  }

  const isFailed = result?.isWorking === false
  const keyHint = fields.protocol === 'bedrock' ? 'bedrockKeyHint' : 'keyHint'
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  // The form is longer than its dialog.
  useEffect(() => {
    if (isFailed || conflict) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [isFailed, conflict])
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])
  const urlHint = URL_HINTS[fields.protocol]
  return (
    <Dialog
      isOpen
      isClosable={false}
      onClose={onClose}
      title={endpoint ? endpoint.name : t('endpoints.add')}
      closeLabel={common('close')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          {isFailed && (
            <Button onClick={() => void submit(false)} isLoading={isBusy}>
              {t('endpoints.form.saveAnyway')}
            </Button>
          )}
          <Button variant="primary" type="submit" form="endpoint-form" isLoading={isBusy}>
            {t('endpoints.form.save')}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id="endpoint-form"
        className={styles['part']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!isBusy) void submit(true)
        }}
      >
        {!endpoint && <PresetSelect vendor={vendor} isPublicOnly={kind === 'team'} onSelect={change} />}
        <TextField label={t('endpoints.form.name')} {...field('name')} />
        <TextField
          label={t('endpoints.form.baseUrl')}
          type="url"
          hint={urlHint && t(`endpoints.form.${urlHint}`)}
          {...field('baseUrl')}
        />
        <Select
          label={t('endpoints.form.protocol')}
          value={fields.protocol}
          options={ENDPOINT_PROTOCOLS.map((value) => ({ value, label: PROTOCOL_NAMES[value] }))}
          onChange={(value) =>
            change({ protocol: ENDPOINT_PROTOCOLS.find((option) => option === value) ?? 'openai' })
          }
        />
        <TextField
          label={t('endpoints.form.apiKey')}
          type="password"
          hint={t(base?.hasKey ? 'endpoints.form.keyKept' : `endpoints.form.${keyHint}`)}
          {...field('apiKey')}
          autoComplete="new-password"
        />
        <TextArea
          label={t('endpoints.form.models')}
          hint={t(`endpoints.form.${MODEL_HINTS[fields.protocol]}`)}
          {...field('models')}
        />
        {kind === 'host' && fields.protocol === 'openai' && (
          <div className={styles['pair']}>
            <TextField
              label={t('endpoints.form.transcription')}
              hint={t('endpoints.form.speechHint')}
              {...field('transcriptionModel')}
            />
            <TextField
              label={t('endpoints.form.speech')}
              hint={t('endpoints.form.speechHint')}
              {...field('speechModel')}
            />
          </div>
        )}
        {kind === 'host' && (
          <AccessFields
            choice={fields}
            error={problem?.error}
            listTeams={listTeams ?? listNoTeams}
            onChange={change}
          />
        )}
        <div className={styles['pair']}>
          <TextField
            label={t('endpoints.form.priceIn')}
            hint={t('endpoints.form.priceHint')}
            inputMode="decimal"
            {...field('priceIn')}
          />
          <TextField label={t('endpoints.form.priceOut')} inputMode="decimal" {...field('priceOut')} />
        </div>
        <Checkbox
          label={t('endpoints.enabled')}
          isChecked={fields.isEnabled}
          onChange={(isEnabled) => change({ isEnabled })}
        />
        <div ref={outcome} className={styles['outcome']}>
          {isFailed && <Banner tone="error" title={sentence(result)} />}
          {conflict && <Banner tone="warning" title={t(`endpoints.form.${conflict}`)} />}
        </div>
      </form>
    </Dialog>
  )
}

/** Returns whether the address is in a network that the host does not allow to teams. */
const isAddressRejected = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 'VALIDATION' &&
  Array.isArray(error.details) &&
  error.details.some((detail: unknown) => Object(detail).path === 'baseUrl')

const isConflict = (error: unknown) =>
  error instanceof ApiError && (error.code === 'EDIT_CONFLICT' || error.code === 'NOT_FOUND')

interface PresetSelectProps {
  /** the first choice; default: none */
  readonly vendor: string | undefined
  /** without servers on the own machine */
  readonly isPublicOnly: boolean
  readonly onSelect: (changed: Partial<EndpointFields>) => void
}

function PresetSelect({ vendor, isPublicOnly, onSelect }: PresetSelectProps) {
  const t = useTexts('models')
  const [chosen, setChosen] = useState(vendor ?? CUSTOM)
  const presets = ENDPOINT_PRESETS.filter(({ baseUrl }) => !isPublicOnly || baseUrl.startsWith('https:'))
  return (
    <Select
      label={t('endpoints.form.preset')}
      value={chosen}
      options={[
        { value: CUSTOM, label: t('endpoints.form.custom') },
        ...presets.map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={(value) => {
        setChosen(value)
        const fields = fieldsOfVendor(value)
        if (fields) onSelect(fields)
      }}
    />
  )
}

const listNoTeams: ListTeams = () => Promise.resolve([])

/** Returns a function that describes the result of a test. */
export function useTestSentence(): (result: EndpointTest) => string {
  const t = useTexts('models')
  const language = useLanguage()
  return (result) => {
    if (!result.isWorking) {
      const status = result.status === null ? '' : ` (HTTP ${result.status})`
      return `${t(`endpoints.failures.${result.failure ?? 'address'}`)}${status}`
    }
    const seconds = new Intl.NumberFormat(language, {
      style: 'unit',
      unit: 'second',
      maximumFractionDigits: 1,
    })
    return t('endpoints.works', {
      model: result.model ?? '',
      seconds: seconds.format(result.totalMs / 1_000),
      reply: (result.reply ?? '').slice(0, 120),
    })
  }
}
