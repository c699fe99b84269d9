import type { EndpointTest, ModelEndpoint, ModelEndpointDraft } from '@vee/contract/entities/model-endpoint'
import { useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError } from '#lib/http/index.ts'
import {
  draftOf,
  type EndpointFields,
  type EndpointProblem,
  fieldsOf,
  NEW_ENDPOINT,
} from './endpoint-draft.ts'
import { fieldsOfVendor } from './endpoint-presets.ts'
import { useEndpointManager } from './manager.ts'

/** The entries of the form, and what is known of them. */
interface EndpointFormState {
  readonly fields: EndpointFields
  /** what the next save is based on; undefined: it adds the endpoint */
  readonly base: ModelEndpoint | undefined
  readonly problem: EndpointProblem | undefined
  /** the test of the connection */
  readonly result: EndpointTest | undefined
  /** why the last save was refused */
  readonly conflict: 'changedMeanwhile' | 'removedMeanwhile' | undefined
  readonly isBusy: boolean
  readonly change: (changed: Partial<EndpointFields>) => void
  /** saves the entries, after a test of the connection unless `isTested` is false */
  readonly submit: (isTested: boolean) => Promise<void>
}

/**
 * Returns the state of the form. The connection is tested before it is saved; a failure can be saved on purpose. After
 * a conflict with a change of somebody else the entries stay, and are saved with the next submit.
 */
export function useEndpointForm(
  endpoint: ModelEndpoint | undefined,
  vendor: string | undefined,
  onSaved: () => void,
): EndpointFormState {
  const t = useTexts('models')
  const { create, list, showDone, showFailure, test, update } = useEndpointManager()
  const [base, setBase] = useState(endpoint)
  const [conflict, setConflict] = useState<EndpointFormState['conflict']>()
  const [fields, setFields] = useState<EndpointFields>(() =>
    endpoint ? fieldsOf(endpoint) : { ...NEW_ENDPOINT, ...fieldsOfVendor(vendor) },
  )
  const [problem, setProblem] = useState<EndpointProblem>()
  const [result, setResult] = useState<EndpointTest>()
  const [isBusy, setBusy] = useState(false)

  function change(changed: Partial<EndpointFields>): void {
    setFields((before) => ({ ...before, ...changed }))
    setProblem(undefined)
    setResult(undefined)
  }

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

  async function isWorking({ protocol, baseUrl, apiKey, models }: ModelEndpointDraft): Promise<boolean> {
    const tested = await test({
      protocol,
      baseUrl,
      models,
      ...(apiKey !== undefined && { apiKey }),
      ...(base && { id: base.id }),
    })
    setResult(tested)
    return tested.isWorking
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
      if (!isTested || (await isWorking(draft))) await save(draft)
    } catch (error) {
      await explain(error)
    } finally {
      setBusy(false)
    }
  }

  return { fields, base, problem, result, conflict, isBusy, change, submit }
}

/** Returns whether the address is in a network that the host does not allow to teams. */
const isAddressRejected = (error: unknown) =>
  error instanceof ApiError &&
  error.code === 'VALIDATION' &&
  Array.isArray(error.details) &&
  error.details.some((detail: unknown) => Object(detail).path === 'baseUrl')

const isConflict = (error: unknown) =>
  error instanceof ApiError && (error.code === 'EDIT_CONFLICT' || error.code === 'NOT_FOUND')
