import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { Spinner } from '../feedback/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface LookProps {
  /** `primary` is the main action of a screen */
  readonly variant?: ButtonVariant | undefined
  /** `compact` only in dense rows with 8 px between the targets */
  readonly size?: 'medium' | 'compact' | undefined
  readonly icon?: LucideIcon
  readonly isWide?: boolean | undefined
}

export interface ButtonProps extends ComponentProps<'button'>, LookProps {
  /** its action is running: it keeps its size and the focus, and cannot be pressed again */
  readonly isLoading?: boolean
}

function look({ variant = 'secondary', size = 'medium', isWide }: LookProps, className?: string): string {
  return classNames(
    styles['button'],
    styles[variant],
    size === 'compact' && styles['compact'],
    isWide && styles['wide'],
    className,
  )
}

export function Button({
  variant,
  size,
  icon,
  isWide,
  isLoading = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isLoading) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={look({ variant, size, isWide }, className)}
      onClick={press}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || rest['aria-disabled']}
    >
      {isLoading ? <Spinner /> : icon && <Icon of={icon} />}
      {children}
    </button>
  )
}

export interface ButtonLinkProps extends ComponentProps<'a'>, LookProps {}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, isWide, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ variant, size, isWide }, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  )
}
