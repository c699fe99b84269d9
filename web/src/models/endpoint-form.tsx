import type { ModelEndpoint } from '@vee/contract/entities/model-endpoint'
import { ENDPOINT_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { AccessFields, type ListTeams } from './access-fields.tsx'
import { type EndpointFields, type EndpointProblem, offersVendorSearch } from './endpoint-draft.ts'
import { ENDPOINT_PRESETS, fieldsOfVendor } from './endpoint-presets.ts'
import styles from './endpoints.module.css'
import { useEndpointManager } from './manager.ts'
import { useEndpointForm } from './use-endpoint-form.ts'
import { useTestSentence } from './use-test-sentence.ts'

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
  'protocol' | 'access' | 'plans' | 'organizationIds' | 'vendorSearch' | 'isEnabled'
>

interface EndpointFormProps {
  /** undefined: a new one */
  readonly endpoint: ModelEndpoint | undefined
  /** the vendor of a new one, by its display name; default: chosen in the form */
  readonly vendor?: string | undefined
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Adds or changes an endpoint. */
export function EndpointForm({ endpoint, vendor, onClose, onSaved }: EndpointFormProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const { kind } = useEndpointManager()
  const { fields, base, problem, result, conflict, isBusy, change, submit } = useEndpointForm(
    endpoint,
    vendor,
    onSaved,
  )
  const sentence = useTestSentence()
  const isFailed = result?.isWorking === false
  const { form, outcome } = useShownOutcome(isFailed || conflict !== undefined, problem)
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
        <EntryFields fields={fields} problem={problem} hasKey={base?.hasKey ?? false} onChange={change} />
        <div ref={outcome} className={styles['outcome']}>
          {isFailed && <Banner tone="error" title={sentence(result)} />}
          {conflict && <Banner tone="warning" title={t(`endpoints.form.${conflict}`)} />}
        </div>
      </form>
    </Dialog>
  )
}

const listNoTeams: ListTeams = () => Promise.resolve([])

interface EntryFieldsProps {
  readonly fields: EndpointFields
  readonly problem: EndpointProblem | undefined
  /** a key is stored, and stays if none is entered */
  readonly hasKey: boolean
  readonly onChange: (changed: Partial<EndpointFields>) => void
}

function EntryFields({ fields, problem, hasKey, onChange }: EntryFieldsProps) {
  const t = useTexts('models')
  const { kind, listTeams } = useEndpointManager()
  const errorText = (error: EndpointProblem['error']) =>
    error === 'notAllowed' ? t('endpoints.failures.network') : t(`endpoints.form.${error}`)
  const field = (name: TextFieldName) => ({
    name,
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ [name]: event.target.value }),
    error: problem?.field === name ? errorText(problem.error) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  })
  const keyHint = fields.protocol === 'bedrock' ? 'bedrockKeyHint' : 'keyHint'
  const urlHint = URL_HINTS[fields.protocol]
  return (
    <>
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
          onChange({ protocol: ENDPOINT_PROTOCOLS.find((option) => option === value) ?? 'openai' })
        }
      />
      <TextField
        label={t('endpoints.form.apiKey')}
        type="password"
        hint={t(hasKey ? 'endpoints.form.keyKept' : `endpoints.form.${keyHint}`)}
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
      {offersVendorSearch(fields) && (
        <Checkbox
          label={t('endpoints.form.vendorSearch')}
          hint={t('endpoints.form.vendorSearchHint')}
          isChecked={fields.vendorSearch}
          onChange={(vendorSearch) => onChange({ vendorSearch })}
        />
      )}
      {kind === 'host' && (
        <AccessFields
          choice={fields}
          error={problem?.error}
          listTeams={listTeams ?? listNoTeams}
          onChange={onChange}
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
        onChange={(isEnabled) => onChange({ isEnabled })}
      />
    </>
  )
}

/** Scrolls to the outcome, because the form is longer than its dialog, and moves the focus to a wrong entry. */
function useShownOutcome(hasOutcome: boolean, problem: EndpointProblem | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasOutcome) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [hasOutcome])
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])
  return { form, outcome }
}

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
