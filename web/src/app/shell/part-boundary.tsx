import { Component, Suspense, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'

interface BoundaryProps {
  readonly children: ReactNode
  readonly onFailure: () => void
}

/**
 * Around a part that is loaded when it is opened: nothing is shown until it is there, and one that cannot be loaded is
 * closed again, and said so.
 */
export class PartBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    systemLog.add('ERROR', `A part of the page could not be shown: ${error.name}`)
    this.props.onFailure()
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
