import { Component, Suspense, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'

interface SoftBoundaryProps {
  /** shown while a part is loading, and permanently when it cannot be loaded or fails */
  readonly fallback: ReactNode
  readonly children: ReactNode
}

/** Wraps a part that formats text: if it fails, the text is shown plainly and never disappears. */
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
