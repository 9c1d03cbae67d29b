/** Table cells: a small cover before a title, and a status above a progress line. */
import type { ReactNode } from 'react'
import { CoverArt, ProgressLine } from './cover'
import styles from './cover-cell.module.css'

/** Height of rows with covers, in pixels. */
export const coverRowHeight = 64

interface CoverCellProps {
  kind: 'series' | 'book'
  id: string
  isSingle?: boolean
  color: string | null
  children: ReactNode
}

export const CoverCell = ({ kind, id, isSingle = false, color, children }: CoverCellProps) => (
  <span className={styles.cell}>
    <CoverArt kind={kind} id={id} isSingle={isSingle} color={color} className={styles.cover} />
    {children}
  </span>
)

interface ProgressCellProps {
  /** Progress from 0 to 1. The line is hidden if undefined. */
  value: number | undefined
  children: ReactNode
}

export const ProgressCell = ({ value, children }: ProgressCellProps) => (
  <span className={styles.progress}>
    {children}
    {value !== undefined && <ProgressLine value={value} />}
  </span>
)
