import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

export interface SkeletonProps {
  /** CSS lengths of the expected content, to avoid layout shifts */
  readonly width?: string
  readonly height?: string
  /** several lines of text, the last one shorter */
  readonly lines?: number
}

/** A placeholder in the shape of the expected content. The loading region sets `aria-busy`. */
export function Skeleton({ width = '100%', height, lines = 1 }: SkeletonProps) {
  const size: CSSProperties = height === undefined ? { width } : { width, height }
  return (
    <span className={styles['skeleton']} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className={styles['line']} style={size} />
      ))}
    </span>
  )
}
