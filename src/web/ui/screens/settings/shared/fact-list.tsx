import type { ReactNode } from 'react'
import { FactRows } from '../../../components/details/facts'
import styles from '../settings.module.css'

/** Labels and values side by side. */
export const FactList = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <FactRows className={styles.factList} facts={facts} />
)
