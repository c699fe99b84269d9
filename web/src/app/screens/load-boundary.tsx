import { Component, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { systemLog } from '#lib/log.ts'
import styles from './page.module.css'

interface BoundaryProps {
  readonly children: ReactNode
}

function LoadFailure() {
  const t = useTexts('shell')
  const common = useTexts('common')
  return (
    <div className={styles['page']} role="alert">
      <h1>{t('loadFailed.title')}</h1>
      <p>{t('loadFailed.text')}</p>
      <button type="button" className={styles['action']} onClick={() => globalThis.location.reload()}>
        {common('retry')}
      </button>
    </div>
  )
}

/** Shown instead of a screen whose code could not be loaded: offline, or a new version replaced the files. */
export class LoadBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    systemLog.add('ERROR', `A screen could not be shown: ${error.name}`)
  }

  override render(): ReactNode {
    return this.state.failed ? <LoadFailure /> : this.props.children
  }
}
