import { Component, Suspense, type ContextType, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'
import { LoadFailureContext } from '#ui/use-later.ts'

interface BoundaryProps {
  readonly children: ReactNode
  /** closes what was to be shown */
  readonly onFailure?: () => void
  /** nobody asked for it: its failure is in the log alone */
  readonly isQuiet?: boolean
}

/** Around a part that is loaded when it is shown: there is nothing until it has come, and the page says when it cannot be had. */
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
