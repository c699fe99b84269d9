import type { AnchorHTMLAttributes, ReactNode } from 'react'
import { goTo, isPlainClick } from '../navigation.ts'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** an address of this app, with its locale */
  readonly to: string
  readonly children: ReactNode
}

/** A real link that navigates within the app on a plain click. */
export function Link({ to, children, onClick, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (!isPlainClick(event)) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
