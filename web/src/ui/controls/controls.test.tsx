// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from './button.tsx'
import { Checkbox, RadioGroup, Switch } from './choice.tsx'
import { IconButton } from './icon-button.tsx'
import { Select } from './select.tsx'
import { Slider } from './slider.tsx'
import { Tabs } from './tabs.tsx'
import { TextArea, TextField } from './text-field.tsx'

afterEach(cleanup)

/** Returns the text of the element that an ARIA attribute references. */
function described(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

describe('a button', () => {
  it('does nothing while its action is running, and keeps the focus', async () => {
    let presses = 0
    const { rerender } = render(<Button onClick={() => presses++}>Save</Button>)
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    rerender(
      <Button isLoading onClick={() => presses++}>
        Save
      </Button>,
    )
    await userEvent.click(button)
    expect(presses).toBe(1)
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('submits no form unless configured', () => {
    render(<Button>Save</Button>)
    expect(screen.getByRole<HTMLButtonElement>('button').type).toBe('button')
  })

  it('with only an icon has an accessible name and state', () => {
    render(<IconButton icon={Bell} label="Mute" isPressed />)
    expect(screen.getByRole('button', { name: 'Mute', pressed: true })).toBeTruthy()
  })
})

describe('a field', () => {
  it('links its label, hint and error to the control', () => {
    render(<TextField label="Seats" hint="Whole number" error="Must be positive." />)
    const input = screen.getByRole('textbox', { name: 'Seats' })
    expect(described(input)).toBe('Whole number Must be positive.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('is not invalid without an error', () => {
    render(<TextArea label="Notes" />)
    const area = screen.getByRole('textbox', { name: 'Notes' })
    expect(area.getAttribute('aria-invalid')).toBeNull()
    expect(area.getAttribute('aria-describedby')).toBeNull()
  })
})

const SIZES = [
  { value: 'small', label: 'Small' },
  { value: 'large', label: 'Large' },
] as const

describe('a choice', () => {
  it('is reported to its owner', async () => {
    const told: unknown[] = []
    render(
      <>
        <Checkbox label="Terms" isChecked={false} onChange={(value) => told.push(value)} />
        <Switch label="Sounds" isOn onChange={(value) => told.push(value)} />
        <RadioGroup label="Size" value="small" options={SIZES} onChange={(value) => told.push(value)} />
        <Select label="Text size" value="small" options={SIZES} onChange={(value) => told.push(value)} />
      </>,
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Terms' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Sounds' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Large' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Text size' }), 'large')
    expect(told).toEqual([true, false, 'large', 'large'])
  })

  it('by a slider has a text value', () => {
    render(
      <Slider
        label="Speed"
        value={1.2}
        min={0.25}
        max={4}
        step={0.05}
        onChange={() => {}}
        valueText="1.2×"
      />,
    )
    expect(screen.getByRole('slider', { name: 'Speed' }).getAttribute('aria-valuetext')).toBe('1.2×')
  })
})

const TABS = [
  { id: 'summary', label: 'Summary' },
  { id: 'notes', label: 'Notes' },
  { id: 'transcript', label: 'Transcript' },
] as const

function Meeting() {
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('summary')
  return (
    <Tabs label="Meeting" tabs={TABS} selected={tab} onSelect={setTab}>
      The {tab}
    </Tabs>
  )
}

describe('tabs', () => {
  it('are navigated with the arrow keys, cyclically, and Tab moves into the panel', async () => {
    render(<Meeting />)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Notes', selected: true })).toBe(document.activeElement)
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Transcript', selected: true })).toBe(document.activeElement)
    await userEvent.keyboard('{Home}')
    expect(screen.getByRole('tabpanel', { name: 'Summary' }).textContent).toBe('The summary')
    await userEvent.tab()
    expect(screen.getByRole('tabpanel')).toBe(document.activeElement)
  })
})
