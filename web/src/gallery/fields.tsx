import { Search } from 'lucide-react'
import { useState } from 'react'
import { Checkbox, RadioGroup, Switch } from '#ui/controls/choice.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Slider } from '#ui/controls/slider.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import styles from './gallery.module.css'
import { GallerySection, Specimen, States } from './specimen.tsx'

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'ja-JP', label: '日本語', lang: 'ja' },
  { value: 'de-DE', label: 'Deutsch', lang: 'de' },
]
const PAUSES = [
  { value: 'quick', label: 'Quick' },
  { value: 'standard', label: 'Standard' },
  { value: 'breathe', label: 'Breathe' },
] as const
const MODES = [
  { value: 'push', label: 'Push to talk', hint: 'Hold to speak, release to review' },
  { value: 'open', label: 'Continuous', hint: 'Sends when you pause' },
  { value: 'wake', label: 'Voice activate', hint: 'Needs a microphone', isDisabled: true },
] as const

export function FieldSection() {
  return (
    <GallerySection title="Fields">
      <TextFields />
      <Choices />
    </GallerySection>
  )
}

function TextFields() {
  const [language, setLanguage] = useState('en')
  return (
    <>
      <Specimen name="TextField, states">
        <States>
          <TextField label="Email" placeholder="you@example.org" />
        </States>
      </Specimen>
      <div className={styles['columns']}>
        <TextField label="Search" icon={Search} type="search" placeholder="Search conversations" />
        <TextField
          label="Password"
          type="password"
          hint="8 or more characters, one of them a number or symbol."
        />
        <TextField
          label="Seat limit"
          defaultValue="-3"
          end="seats"
          error="Seat limit must be a positive number."
        />
        <TextField label="Disabled" defaultValue="Nothing to change" disabled />
        <Select label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
        <Select
          label="Voice"
          value="none"
          options={[{ value: 'none', label: 'No voice' }]}
          onChange={() => {}}
          error="No voices available in this browser."
        />
        <Select label="Disabled" value="en" options={LANGUAGES} onChange={setLanguage} disabled />
        <TextArea label="Notes" hint="Kept in this browser." />
        <TextArea label="Notes" defaultValue="Too short" error="Say a little more." />
      </div>
    </>
  )
}

function Choices() {
  const [isChecked, setChecked] = useState(true)
  const [isOn, setOn] = useState(true)
  const [pause, setPause] = useState<(typeof PAUSES)[number]['value']>('standard')
  const [mode, setMode] = useState<(typeof MODES)[number]['value']>('push')
  const [rate, setRate] = useState(1.2)
  return (
    <>
      <Specimen name="Checkbox, Switch, states">
        <States>
          <Checkbox label="Remember me" isChecked={isChecked} onChange={setChecked} />
          <Checkbox label="Remember me" isChecked={!isChecked} onChange={() => setChecked(!isChecked)} />
          <Switch label="Sounds" isOn={isOn} onChange={setOn} />
          <Switch label="Sounds" isOn={!isOn} onChange={() => setOn(!isOn)} />
        </States>
      </Specimen>
      <div className={styles['columns']}>
        <Checkbox
          label="I accept the terms"
          isChecked={false}
          onChange={() => {}}
          error="You need to accept the terms to create an account."
        />
        <div>
          <Checkbox label="Disabled" isChecked onChange={() => {}} isDisabled />
          <Checkbox label="Disabled" isChecked={false} onChange={() => {}} isDisabled />
        </div>
        <div>
          <Switch label="Read replies aloud" hint="When a reply is complete" isOn={isOn} onChange={setOn} />
          <Switch label="Disabled" isOn onChange={() => {}} isDisabled />
          <Switch label="Disabled" isOn={false} onChange={() => {}} isDisabled />
        </div>
        <RadioGroup label="Input" value={mode} options={MODES} onChange={setMode} />
        <RadioGroup label="Pause" layout="row" value={pause} options={PAUSES} onChange={setPause} />
        <Slider
          label="Speed"
          value={rate}
          min={0.25}
          max={4}
          step={0.05}
          onChange={setRate}
          valueText={`${rate.toFixed(2)}×`}
        />
        <Slider
          label="Disabled"
          value={0.4}
          min={0}
          max={1}
          step={0.1}
          onChange={() => {}}
          valueText="40 %"
          isDisabled
        />
      </div>
    </>
  )
}
