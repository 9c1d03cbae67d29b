import type { ComponentProps } from 'react'
import { ChevronDownIcon } from '../icons'
import styles from './field.module.css'

/**
 * A native select that looks like `Select`. It is fast in long forms, long lists and on phones, and
 * needs no menu code.
 */
export const SelectBox = ({ className = styles.input, ...select }: ComponentProps<'select'>) => (
  <span className={styles.select}>
    <select className={className} {...select} />
    <ChevronDownIcon size={16} />
  </span>
)
