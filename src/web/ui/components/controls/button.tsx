import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { classes } from '../class-names'
import type { Icon } from '../icons'

type Native = ButtonHTMLAttributes<HTMLButtonElement>

interface ButtonProps extends Native {
  /** `primary` once a screen at most; `plain` beside it; `quiet` in bars; `danger` for what destroys. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger'
  small?: boolean
  icon?: Icon
  /** Something is under way: it cannot be pressed again, and says so, and keeps the focus meanwhile. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

export function Button({
  look = 'plain',
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
      className={classes(styles.button, styles[look], small && styles.small, className)}
    >
      {Picture && <Picture size={small ? 16 : 18} />}
      {children}
    </button>
  )
}

/** Nor does it send its form. */
const swallow: NonNullable<Native['onClick']> = (event) => event.preventDefault()

/** The look of a button for a link: `<Link className={buttonClass('primary')}>`. */
export const buttonClass = (look: NonNullable<ButtonProps['look']>, small = false) =>
  classes(styles.button, styles[look], small && styles.small)

interface IconButtonProps extends Native {
  /** What it does: the only words it has. */
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
