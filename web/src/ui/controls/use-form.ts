import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'

/** A validation problem, shown at the field where it can be fixed. */
export interface Problem<Field extends string> {
  readonly field: Field
  readonly text: string
}

/** Returns the value of the named field; empty for an unchecked box. */
export type Typed<Field extends string> = (field: Field) => string

/** Validates and sends the values; resolves with the problems, and never rejects. */
type Send<Field extends string> = (typed: Typed<Field>) => Promise<Problem<Field> | undefined>

/**
 * A form with at most one submission at a time. A problem moves the focus to its field, and the values are
 * preserved.
 */
export function useForm<Field extends string>(send: Send<Field>) {
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<Problem<Field>>()

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    setSending(true)
    setProblem(undefined)
    const failure = await send((field) => {
      const value = data.get(field)
      return typeof value === 'string' ? value : ''
    })
    flushSync(() => {
      setSending(false)
      setProblem(failure)
    })
    const control = failure && form.elements.namedItem(failure.field)
    if (!(control instanceof HTMLElement)) return
    control.focus()
    // The text is below the field: the browser does not scroll to a focused field or to its text.
    const textId = control.getAttribute('aria-describedby')?.split(' ').at(-1)
    document.getElementById(textId ?? '')?.scrollIntoView({ block: 'nearest' })
  }

  return {
    /** for the `<form>`: the browser's own validation uses another language than the page */
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
