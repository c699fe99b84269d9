import { Component, Suspense, type ContextType, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'
import { LoadFailureContext } from '#ui/use-lazy-code.ts'

interface BoundaryProps {
  readonly children: ReactNode
  /** closes the part that was to be shown */
  readonly onFailure?: () => void
  /** opened automatically: its failure is only logged */
  readonly isQuiet?: boolean
}

/**
 * Boundary around a part that is loaded on demand: renders nothing until it is loaded, and shows a notice if
 * loading fails.
 */
export class PartBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  static override contextType = LoadFailureContext
  declare context: ContextType<typeof LoadFailureContext>
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    systemLog.add('ERROR', `A part of the page could not be shown: ${error.name}`)
    this.props.onFailure?.()
    if (!this.props.isQuiet) this.context()
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
