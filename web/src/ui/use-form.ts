import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'

/** What stands in the way, told at the field where it can be put right. */
export interface Problem<Field extends string> {
  readonly field: Field
  readonly text: string
}

/** What was typed into the field of that name; empty for a box that is not ticked. */
export type Typed<Field extends string> = (field: Field) => string

/** Checks and sends what was typed; resolves with what stands in the way, and never rejects. */
type Send<Field extends string> = (typed: Typed<Field>) => Promise<Problem<Field> | undefined>

/** A form that is sent once at a time. A problem takes the focus to its field, and what was typed stays. */
export function useForm<Field extends string>(send: Send<Field>) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem<Field>>()

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    setSending(true)
    setProblem(undefined)
    const found = await send((field) => {
      const value = data.get(field)
      return typeof value === 'string' ? value : ''
    })
    flushSync(() => {
      setSending(false)
      setProblem(found)
    })
    const control = found && form.elements.namedItem(found.field)
    if (!(control instanceof HTMLElement)) return
    control.focus()
    // The text stands under the field: a field that has the focus already is not scrolled to, and its text never is.
    const textId = control.getAttribute('aria-describedby')?.split(' ').at(-1)
    document.getElementById(textId ?? '')?.scrollIntoView({ block: 'nearest' })
  }

  return {
    /** for the `<form>`: the browser's own checks speak another language than the page */
    form: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>): void {
        event.preventDefault()
        if (!isSending) void submit(event.currentTarget)
      },
    },
    isSending,
    errorOf: (field: Field) => (problem?.field === field ? problem.text : undefined),
  }
}
