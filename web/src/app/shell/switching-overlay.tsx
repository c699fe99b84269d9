import styles from './switching-overlay.module.css'

export function SwitchingOverlay({ text }: { readonly text: string }) {
  return (
    <div className={styles['overlay']} role="status">
      <p>{text}</p>
    </div>
  )
}
