import { Component, Suspense, type ReactNode } from 'react'
import { systemLog } from '#lib/log.ts'

interface SoftBoundaryProps {
  /** shown permanently when the part cannot be loaded or fails */
  readonly fallback: ReactNode
  /** shown while the part is loading; default: the fallback */
  readonly loading?: ReactNode
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
    const { fallback, loading = fallback, children } = this.props
    return this.state.hasFailed ? fallback : <Suspense fallback={loading}>{children}</Suspense>
  }
}
