import type { EndpointTest, ModelEndpoint, ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { ENDPOINT_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import type { PlanId } from '@vee/contract/entities/accounts/user'
import type {
  createModelEndpoint,
  testModelEndpoint,
  updateModelEndpoint,
} from '@vee/contract/http/model-endpoints'
import { useState, type FormEvent } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { useHostActions } from './host-actions.ts'
import {
  draftOf,
  type EndpointFields,
  type EndpointProblem,
  fieldsOf,
  NEW_ENDPOINT,
} from './endpoint-draft.ts'
import { ENDPOINT_PRESETS } from './endpoint-presets.ts'
import styles from './host.module.css'

const PROTOCOL_NAMES = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  azure: 'Azure OpenAI',
} as const
/** Google's address has no version. */
const URL_HINTS = {
  openai: 'baseUrlHint',
  anthropic: 'baseUrlHint',
  gemini: undefined,
  azure: 'azureUrlHint',
} as const
const ACCESS_KINDS = ['everyone', 'signed-in', 'plans', 'people'] as const
const PLAN_IDS: readonly PlanId[] = ['free', 'basic', 'creator', 'organization']
const CUSTOM = 'custom'

/** Fields that contain typed text. */
type TextFieldName = Exclude<keyof EndpointFields, 'protocol' | 'access' | 'plans' | 'isEnabled'>

interface EndpointFormProps {
  /** undefined: a new one */
  readonly endpoint: ModelEndpoint | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Adds or changes an endpoint. The connection is tested before it is saved; a failure can be saved on purpose. */
export function EndpointForm({ endpoint, onClose, onSaved }: EndpointFormProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const { api, act, showFailure } = useHostActions()
  const [fields, setFields] = useState<EndpointFields>(() => (endpoint ? fieldsOf(endpoint) : NEW_ENDPOINT))
  const [problem, setProblem] = useState<EndpointProblem>()
  const [result, setResult] = useState<EndpointTest>()
  const [isBusy, setBusy] = useState(false)
  const sentence = useTestSentence()
  const change = (changed: Partial<EndpointFields>) => {
    setFields((before) => ({ ...before, ...changed }))
    setProblem(undefined)
    setResult(undefined)
  }
  const field = (name: TextFieldName) => ({
    name,
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      change({ [name]: event.target.value }),
    error: problem?.field === name ? t(`endpoints.form.${problem.error}`) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  })

  async function save(draft: ModelEndpointDraft): Promise<void> {
    const isDone = await act(t('endpoints.saved'), () =>
      endpoint
        ? api.json<typeof updateModelEndpoint>('PATCH', '/host/endpoints/{id}', {
            params: { id: endpoint.id },
            body: { ...draft, version: endpoint.version },
          })
        : api.json<typeof createModelEndpoint>('POST', '/host/endpoints', { body: draft }),
    )
    if (isDone) onSaved()
  }

  async function submit(isTested: boolean): Promise<void> {
    const draft = draftOf(fields)
    if ('error' in draft) {
      setProblem(draft)
      return
    }
    setBusy(true)
    try {
      if (isTested) {
        const { protocol, baseUrl, apiKey, models } = draft
        const tested = await api.json<typeof testModelEndpoint>('POST', '/host/endpoints/test', {
          body: {
            protocol,
            baseUrl,
            models,
            ...(apiKey !== undefined && { apiKey }),
            ...(endpoint && { id: endpoint.id }),
          },
        })
        setResult(tested)
        if (!tested.isWorking) return
      }
      await save(draft)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  const isFailed = result?.isWorking === false
  const isAzure = fields.protocol === 'azure'
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
        id="endpoint-form"
        className={styles['part']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!isBusy) void submit(true)
        }}
      >
        {!endpoint && <PresetSelect onSelect={change} />}
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
            change({ protocol: ENDPOINT_PROTOCOLS.find((one) => one === value) ?? 'openai' })
          }
        />
        <TextField
          label={t('endpoints.form.apiKey')}
          type="password"
          hint={t(endpoint?.hasKey ? 'endpoints.form.keyKept' : 'endpoints.form.keyHint')}
          {...field('apiKey')}
          autoComplete="new-password"
        />
        <TextArea
          label={t('endpoints.form.models')}
          hint={t(isAzure ? 'endpoints.form.azureModelsHint' : 'endpoints.form.modelsHint')}
          {...field('models')}
        />
        {fields.protocol === 'openai' && (
          <div className={styles['plan']}>
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
        <AccessFields fields={fields} problem={problem} onChange={change} />
        {fields.access === 'people' && (
          <TextField
            label={t('endpoints.form.emails')}
            hint={t('endpoints.form.emailsHint')}
            {...field('emails')}
          />
        )}
        <div className={styles['plan']}>
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
        {isFailed && <Banner tone="error" title={sentence(result)} />}
      </form>
    </Dialog>
  )
}

function PresetSelect({ onSelect }: { readonly onSelect: (changed: Partial<EndpointFields>) => void }) {
  const t = useTexts('models')
  const [chosen, setChosen] = useState(CUSTOM)
  return (
    <Select
      label={t('endpoints.form.preset')}
      value={chosen}
      options={[
        { value: CUSTOM, label: t('endpoints.form.custom') },
        ...ENDPOINT_PRESETS.map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={(value) => {
        setChosen(value)
        const preset = ENDPOINT_PRESETS.find(({ name }) => name === value)
        if (preset) {
          const { transcriptionModel = '', speechModel = '', ...rest } = preset
          onSelect({ ...rest, transcriptionModel, speechModel })
        }
      }}
    />
  )
}

interface AccessFieldsProps {
  readonly fields: EndpointFields
  readonly problem: EndpointProblem | undefined
  readonly onChange: (changed: Partial<EndpointFields>) => void
}

function AccessFields({ fields, problem, onChange }: AccessFieldsProps) {
  const t = useTexts('models')
  const names = useTexts('teams').texts.plans
  const toggle = (plan: PlanId, isChecked: boolean) =>
    onChange({ plans: isChecked ? [...fields.plans, plan] : fields.plans.filter((one) => one !== plan) })
  return (
    <>
      <Select
        label={t('endpoints.form.access')}
        value={fields.access}
        options={ACCESS_KINDS.map((value) => ({ value, label: t(`endpoints.form.${value}`) }))}
        onChange={(value) => onChange({ access: ACCESS_KINDS.find((kind) => kind === value) ?? 'everyone' })}
        error={problem?.field === 'plans' ? t('endpoints.form.invalidPlans') : undefined}
      />
      {fields.access === 'plans' &&
        PLAN_IDS.map((plan) => (
          <Checkbox
            key={plan}
            label={names[plan]}
            isChecked={fields.plans.includes(plan)}
            onChange={(isChecked) => toggle(plan, isChecked)}
          />
        ))}
    </>
  )
}

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
