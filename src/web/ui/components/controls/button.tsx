import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classes } from '../class-names'
import type { Icon } from '../icons'

type Native = ButtonHTMLAttributes<HTMLButtonElement>

interface ButtonProps extends Native {
  /**
   * `primary`: at most one per screen. `plain`: next to a primary button. `quiet`: in toolbars.
   * `danger`: destructive.
   */
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  small?: boolean
  icon?: Icon
  /**
   * Whether an action is pending. The button then ignores clicks, announces its state and keeps the
   * focus.
   */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function Button({
  variant = 'plain',
  small = false,
  icon: Picture,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = busy || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      {...rest}
      aria-disabled={isOff || undefined}
      onClick={isOff ? swallow : onClick}
      className={classes(styles.button, styles[variant], small && styles.small, className)}
    >
      {Picture && <Picture size={small ? 16 : 18} />}
      {children}
    </button>
  )
}

/** Ignores a click and prevents form submission. */
const swallow: NonNullable<Native['onClick']> = (event) => event.preventDefault()

/**
 * Returns the classes that make a link look like a button: `<Link
 * className={buttonClass('primary')}>`.
 */
export const buttonClass = (variant: NonNullable<ButtonProps['variant']>, small = false) =>
  classes(styles.button, styles[variant], small && styles.small)

interface IconButtonProps extends Native {
  /** The accessible name. The button has no visible text. */
  label: string
  icon: Icon
  pressed?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon: Picture, pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={classes(styles.icon, pressed && styles.on, className)}
    >
      <Picture />
    </button>
  )
}
