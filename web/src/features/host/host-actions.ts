import { createContext, use } from 'react'
import { useTexts } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'

/** A notice for the user. */
export interface HostNotice {
  readonly type: 'success' | 'error'
  readonly title: string
  readonly message?: string
}

interface HostTools {
  readonly api: Api
  readonly tell: (notice: HostNotice) => void
}

export const HostToolsContext = createContext<HostTools | undefined>(undefined)

interface HostActions extends HostTools {
  /** Performs an action and shows its outcome. Resolves with whether it succeeded; never rejects. */
  readonly runAction: (done: string, work: () => Promise<unknown>) => Promise<boolean>
  readonly showFailure: (error: unknown) => void
}

export function useHostActions(): HostActions {
  const tools = use(HostToolsContext)
  if (!tools) throw new Error('this part stands outside of the host area')
  const t = useTexts('host')
  const errors = useTexts('errors')
  const { api, tell } = tools

  function textOf(error: unknown): string {
    if (!(error instanceof ApiError)) return errors('INTERNAL')
    const reason: unknown =
      typeof error.details === 'object' && error.details !== null && 'reason' in error.details
        ? error.details.reason
        : undefined
    if (reason === 'charged') return t('charged')
    if (reason === 'host-only') return t('only.title')
    return errors(error.code)
  }
  const showFailure = (error: unknown) =>
    tell({ type: 'error', title: t('actFailed'), message: textOf(error) })
  return {
    api,
    tell,
    showFailure,
    async runAction(done, work) {
      try {
        await work()
      } catch (error) {
        showFailure(error)
        return false
      }
      tell({ type: 'success', title: done })
      return true
    },
  }
}
