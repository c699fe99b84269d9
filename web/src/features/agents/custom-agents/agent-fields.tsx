import type { CustomAgent } from '@vee/contract/entities/custom-agent'
import { AGENT_COLOURS, CUSTOM_AGENT_LIMITS as LIMITS } from '@vee/contract/entities/custom-agent-limits'
import type { Voice } from '@vee/contract/entities/voice'
import { type CSSProperties, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { SamplingFields } from '#models/sampling-fields.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import type { AgentField } from './agent-form.ts'
import styles from './custom-agents.module.css'

interface AgentFieldsProps {
  /** undefined for a new one */
  readonly agent: CustomAgent | undefined
  readonly voices: readonly Voice[]
  readonly mayEdit: boolean
  readonly errorOf: (field: AgentField) => string | undefined
}

export function AgentFields({ agent, voices, mayEdit, errorOf }: AgentFieldsProps) {
  const t = useTexts('customAgents')
  const most = LIMITS.prompts
  return (
    <>
      <NameFields agent={agent} mayEdit={mayEdit} errorOf={errorOf} />
      <TextArea
        label={t('instructions')}
        hint={t('instructionsHint')}
        name="instructions"
        rows={7}
        defaultValue={agent?.instructions}
        maxLength={LIMITS.instructions}
        readOnly={!mayEdit}
      />
      <TextArea
        label={t('prompts')}
        hint={t('promptsHint', { most })}
        name="startingPrompts"
        rows={4}
        defaultValue={agent?.startingPrompts.join('\n')}
        readOnly={!mayEdit}
        error={errorOf('startingPrompts')}
      />
      <VoiceField agent={agent} voices={voices} mayEdit={mayEdit} />
      <ColourField colour={agent?.colour ?? 'accent'} mayEdit={mayEdit} />
      <TextField
        label={t('model')}
        hint={t('modelHint')}
        name="model"
        defaultValue={agent?.model ?? ''}
        maxLength={LIMITS.model}
        readOnly={!mayEdit}
        autoComplete="off"
        spellCheck={false}
      />
      <SamplingFields sampling={agent?.sampling} isReadOnly={!mayEdit} errorOf={errorOf} />
      <Box name="usesTools" isOn={agent?.usesTools ?? false} hint={t('usesToolsHint')} mayEdit={mayEdit} />
      <Box name="drawsDiagrams" isOn={agent?.drawsDiagrams ?? false} mayEdit={mayEdit} />
    </>
  )
}

/** How the agent is called, and what it is for. */
function NameFields({ agent, mayEdit, errorOf }: Omit<AgentFieldsProps, 'voices'>) {
  const t = useTexts('customAgents')
  return (
    <>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        defaultValue={agent?.name}
        maxLength={LIMITS.name}
        readOnly={!mayEdit}
        autoComplete="off"
        error={errorOf('name')}
      />
      <TextField
        label={t('purpose')}
        hint={t('purposeHint')}
        name="purpose"
        defaultValue={agent?.purpose}
        maxLength={LIMITS.purpose}
        readOnly={!mayEdit}
        autoComplete="off"
        error={errorOf('purpose')}
      />
    </>
  )
}

interface ColourFieldProps {
  readonly colour: CustomAgent['colour']
  readonly mayEdit: boolean
}

function ColourField({ colour: initial, mayEdit }: ColourFieldProps) {
  const t = useTexts('customAgents')
  return (
    <fieldset className={styles['colours']} disabled={!mayEdit}>
      <legend>{t('colour')}</legend>
      {AGENT_COLOURS.map((colour) => (
        <label key={colour} className={styles['colour']}>
          <input type="radio" name="colour" value={colour} defaultChecked={colour === initial} />
          <span className={styles['swatch']} style={{ '--swatch': `var(--${colour})` } as CSSProperties} />
          {t(`colours.${colour}`)}
        </label>
      ))}
    </fieldset>
  )
}

function VoiceField({ agent, voices, mayEdit }: Omit<AgentFieldsProps, 'errorOf'>) {
  const t = useTexts('customAgents')
  const [value, setValue] = useState(agent?.voice?.voiceId ?? '')
  const storedVoice = agent?.voice
  const isUnknown = storedVoice && !voices.some(({ id }) => id === storedVoice.voiceId)
  return (
    <Select
      label={t('voice')}
      name="voice"
      value={value}
      disabled={!mayEdit}
      options={[
        { value: '', label: t('usualVoice') },
        ...(isUnknown
          ? [{ value: storedVoice.voiceId, label: storedVoice.name || storedVoice.voiceId }]
          : []),
        ...voices.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={setValue}
    />
  )
}

interface BoxProps {
  readonly name: 'usesTools' | 'drawsDiagrams'
  readonly isOn: boolean
  readonly hint?: string
  readonly mayEdit: boolean
}

function Box({ name, isOn, hint, mayEdit }: BoxProps) {
  const t = useTexts('customAgents')
  const [isChecked, setChecked] = useState(isOn)
  return (
    <Checkbox
      name={name}
      label={t(name)}
      {...(hint !== undefined && { hint })}
      isChecked={isChecked}
      isDisabled={!mayEdit}
      onChange={setChecked}
    />
  )
}
