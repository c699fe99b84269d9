import { Component, Suspense, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'

interface SoftBoundaryProps {
  /** stands in while a part is loading, and for good when it cannot be loaded or fails */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Around a part that makes text nicer: without it the text is plain, and never gone. */
export class SoftBoundary extends Component<SoftBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error): void {
    systemLog.add('WARN', 'A part of a reply is shown plainly', error.name)
  }

  override render() {
    const { fallback, children } = this.props
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>
  }
}
