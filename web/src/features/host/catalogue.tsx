import type { EditableModel } from '@vee/contract/entities/model-edit'
import type { editCatalogueModel, listCatalogueModels } from '@vee/contract/http/model-catalogue'
import { Pencil } from 'lucide-react'
import { useState, type FormEvent, type ComponentProps } from 'react'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { usePages } from '#lib/http/use-pages.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { useModelFacts } from '#lib/use-model-facts.ts'
import {
  editOf,
  fieldsOfEdit,
  type CatalogueFields,
  type CatalogueProblem,
  type TruthText,
} from './catalogue-draft.ts'
import { useHostActions } from './host-actions.ts'
import styles from './host.module.css'
import { ListFrame } from './list-frame.tsx'

interface CatalogueProps {
  /** changes when an endpoint was changed, so that the list is reloaded */
  readonly revision: number
}

/** Lists the models of all providers; what is known about each can be corrected. */
export function Catalogue({ revision }: CatalogueProps) {
  const t = useTexts('models')
  const { api, showFailure } = useHostActions()
  const [edited, setEdited] = useState<EditableModel>()
  const pages = usePages(
    `catalogue ${revision}`,
    (query, signal) =>
      api.json<typeof listCatalogueModels>('GET', '/host/models', { query, ...(signal && { signal }) }),
    showFailure,
  )
  return (
    <section className={styles['part']} aria-labelledby="catalogue-title">
      <h2 id="catalogue-title">{t('catalogue.title')}</h2>
      <p>{t('catalogue.lead')}</p>
      <ListFrame pages={pages} searchLabel={t('picker.search')} emptyText={t('catalogue.none')}>
        {(items) => (
          <ul className={styles['endpoints']} aria-label={t('catalogue.title')}>
            {items.map((model) => (
              <ModelRow key={model.id} model={model} onEdit={() => setEdited(model)} />
            ))}
          </ul>
        )}
      </ListFrame>
      {edited && (
        <ModelForm
          model={edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            pages.reload()
          }}
        />
      )}
    </section>
  )
}

/** Returns what holds about a model: what the host states, otherwise what is known. */
const inForce = ({ facts, edit }: EditableModel): EditableModel['facts'] => ({
  canSee: edit?.canSee ?? facts.canSee,
  canUseTools: edit?.canUseTools ?? facts.canUseTools,
  canReason: edit?.canReason ?? facts.canReason,
  contextTokens: edit?.contextTokens ?? facts.contextTokens,
  outputTokens: edit?.outputTokens ?? facts.outputTokens,
  prices: edit?.prices ?? facts.prices,
  region: edit?.region ?? facts.region,
})

function ModelRow({ model, onEdit }: { readonly model: EditableModel; readonly onEdit: () => void }) {
  const t = useTexts('models')
  const facts = useModelFacts(inForce(model))
  const { name, provider, edit, isListed } = model
  return (
    <li className={styles['provider']}>
      <span className={styles['state']}>
        <strong dir="ltr">{name}</strong>
        <span className={styles['hint']}>{provider.name}</span>
        {edit && !edit.isRetired && <Badge tone="accent">{t('catalogue.edited')}</Badge>}
        {edit?.isRetired && <Badge tone="warning">{t('catalogue.retired')}</Badge>}
        {!isListed && <Badge tone="neutral">{t('catalogue.unlisted')}</Badge>}
      </span>
      <span className={styles['hint']}>{facts.length > 0 ? facts.join(' · ') : t('catalogue.unknown')}</span>
      <div className={styles['buttons']}>
        <Button
          size="compact"
          icon={Pencil}
          onClick={onEdit}
          aria-label={t('catalogue.editModel', { model: name })}
        >
          {t('endpoints.edit')}
        </Button>
      </div>
    </li>
  )
}

interface ModelFormProps {
  readonly model: EditableModel
  readonly onClose: () => void
  readonly onSaved: () => void
}

/** Corrects what is known about a model. */
function ModelForm({ model, onClose, onSaved }: ModelFormProps) {
  const t = useTexts('models')
  const common = useTexts('common')
  const { api, runAction } = useHostActions()
  const [fields, setFields] = useState<CatalogueFields>(() => fieldsOfEdit(model.edit))
  const [problem, setProblem] = useState<CatalogueProblem>()
  const [isBusy, setBusy] = useState(false)
  const change = (changed: Partial<CatalogueFields>) => {
    setFields((before) => ({ ...before, ...changed }))
    setProblem(undefined)
  }

  async function save(edit: EditableModel['edit']): Promise<void> {
    setBusy(true)
    const { id, version } = model
    const isDone = await runAction(t('catalogue.saved'), () =>
      api.json<typeof editCatalogueModel>('PUT', '/host/models', { body: { id, version, edit } }),
    )
    setBusy(false)
    if (isDone) onSaved()
  }

  return (
    <Dialog
      isOpen
      isClosable={false}
      onClose={onClose}
      title={model.name}
      closeLabel={common('close')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          {model.edit && (
            <Button isLoading={isBusy} onClick={() => void save(null)}>
              {t('catalogue.reset')}
            </Button>
          )}
          <Button variant="primary" type="submit" form="catalogue-form" isLoading={isBusy}>
            {t('catalogue.save')}
          </Button>
        </>
      }
    >
      <form
        id="catalogue-form"
        className={styles['part']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          const edit = editOf(fields)
          if ('error' in edit) setProblem(edit)
          else if (!isBusy) void save(edit)
        }}
      >
        <ModelFields facts={model.facts} fields={fields} problem={problem} onChange={change} />
      </form>
    </Dialog>
  )
}

interface ModelFieldsProps {
  /** what the endpoint reports, or Vee knows */
  readonly facts: EditableModel['facts']
  readonly fields: CatalogueFields
  readonly problem: CatalogueProblem | undefined
  readonly onChange: (changed: Partial<CatalogueFields>) => void
}

type TypedField = Exclude<keyof CatalogueFields, 'isRetired'>

type TypedFieldProps = Pick<
  ComponentProps<typeof TextField>,
  'name' | 'value' | 'onChange' | 'error' | 'autoComplete' | 'spellCheck'
>

/** The abilities, the lengths, the prices and the region of a model. */
function ModelFields({ facts, fields, problem, onChange }: ModelFieldsProps) {
  const t = useTexts('models')
  const language = useLanguage()
  const typed = (name: TypedField): TypedFieldProps => ({
    name,
    value: fields[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ [name]: event.target.value }),
    error: problem?.field === name ? t(`catalogue.${problem.error}`) : undefined,
    autoComplete: 'off',
    spellCheck: false,
  })
  const formatFact = (value: number | null | undefined) =>
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : t('catalogue.notKnown')
  return (
    <>
      <p className={styles['hint']}>{t('catalogue.formHint')}</p>
      <div className={styles['plan']}>
        {(['canSee', 'canUseTools', 'canReason'] as const).map((name) => (
          <TruthSelect
            key={name}
            label={t(`catalogue.${name}`)}
            reported={facts[name]}
            value={fields[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        ))}
      </div>
      <div className={styles['plan']}>
        {(['contextTokens', 'outputTokens'] as const).map((name) => (
          <TextField
            key={name}
            label={t(`catalogue.${name}`)}
            placeholder={formatFact(facts[name])}
            inputMode="numeric"
            {...typed(name)}
          />
        ))}
      </div>
      <PriceFields prices={facts.prices} formatFact={formatFact} typed={typed} />
      <TextField
        label={t('catalogue.region')}
        placeholder={facts.region ?? t('catalogue.notKnown')}
        hint={t('catalogue.regionHint')}
        maxLength={60}
        {...typed('region')}
      />
      <Checkbox
        label={t('catalogue.isRetired')}
        hint={t('catalogue.isRetiredHint')}
        isChecked={fields.isRetired}
        onChange={(isRetired) => onChange({ isRetired })}
      />
    </>
  )
}

interface PriceFieldsProps extends Pick<EditableModel['facts'], 'prices'> {
  readonly formatFact: (value: number | null | undefined) => string
  readonly typed: (name: TypedField) => TypedFieldProps
}

/** The prices of a model's tokens. */
function PriceFields({ prices, formatFact, typed }: PriceFieldsProps) {
  const t = useTexts('models')
  return (
    <div className={styles['plan']}>
      <TextField
        label={t('endpoints.form.priceIn')}
        placeholder={formatFact(prices?.input)}
        hint={t('catalogue.priceHint')}
        inputMode="decimal"
        {...typed('priceIn')}
      />
      <TextField
        label={t('catalogue.priceCached')}
        placeholder={formatFact(prices?.cachedInput)}
        inputMode="decimal"
        {...typed('priceCached')}
      />
      <TextField
        label={t('endpoints.form.priceOut')}
        placeholder={formatFact(prices?.output)}
        inputMode="decimal"
        {...typed('priceOut')}
      />
    </div>
  )
}

interface TruthSelectProps {
  readonly label: string
  /** null: unknown */
  readonly reported: boolean | null
  readonly value: TruthText
  readonly onChange: (value: TruthText) => void
}

function TruthSelect({ label, reported, value, onChange }: TruthSelectProps) {
  const t = useTexts('models')
  const automatic = reported === null ? 'automatic' : reported ? 'automaticYes' : 'automaticNo'
  return (
    <Select
      label={label}
      value={value}
      options={[
        { value: '', label: t(`catalogue.${automatic}`) },
        { value: 'yes', label: t('catalogue.yes') },
        { value: 'no', label: t('catalogue.no') },
      ]}
      onChange={(chosen) => onChange(chosen === 'yes' || chosen === 'no' ? chosen : '')}
    />
  )
}
