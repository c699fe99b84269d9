import { useStore } from 'zustand'
import { useRuntime } from '../runtime-context.ts'
import styles from './loading-line.module.css'

/** A line below the header while a page is loading. It covers nothing and causes no layout shift. */
export function LoadingLine() {
  const { shell } = useRuntime()
  const isLoading = useStore(shell.page.store, (page) => page.isLoading)
  return isLoading ? <div className={styles['line']} aria-hidden="true" data-loading="" /> : null
}
