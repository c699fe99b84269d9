import type { ReactNode } from 'react'
import styles from './gallery.module.css'

export function GallerySection({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface SpecimenProps {
  readonly name: string
  readonly children: ReactNode
}

/** Renders one primitive with its name. */
export function Specimen({ name, children }: SpecimenProps) {
  return (
    <div className={styles['specimen']}>
      <p className={styles['name']}>{name}</p>
      <div className={styles['shown']}>{children}</div>
    </div>
  )
}

const FORCED = [undefined, 'hover', 'active', 'focus-visible'] as const

/** Renders the same element in each state caused by a pointer or key. */
export function States({ children }: { readonly children: ReactNode }) {
  return FORCED.map((state) => (
    <div key={state ?? 'rest'} data-force={state} className={styles['state']}>
      {children}
      <span className={styles['name']}>{state ?? 'rest'}</span>
    </div>
  ))
}
