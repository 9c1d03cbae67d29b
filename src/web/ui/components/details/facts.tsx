/** Facts as label–value pairs, and reading progress as a ring. */
import type { ReactNode } from 'react'
import styles from './details.module.css'

export type Fact = readonly [name: string, value: ReactNode]

interface FactRowsProps {
  facts: readonly Fact[]
  /** Class that lays out the rows. */
  className?: string | undefined
}

/** Renders each label with its value. */
export const FactRows = ({ facts, className }: FactRowsProps) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <FactRows className={styles.facts} facts={facts} />
)

interface RingProps {
  /** Fraction from 0 to 1. */
  value: number
  words: string
  more?: string | undefined
}

const radius = 18
const length = 2 * Math.PI * radius

/** Reading progress as a ring. The ring is decorative, because the text contains the same value. */
export const ReadRing = ({ value, words, more }: RingProps) => (
  <div className={styles.ring}>
    <svg viewBox="0 0 44 44" width={44} height={44} aria-hidden="true">
      <circle cx={22} cy={22} r={radius} />
      {value > 0 && (
        <circle
          cx={22}
          cy={22}
          r={radius}
          strokeDasharray={`${Math.min(1, value) * length} ${length}`}
        />
      )}
    </svg>
    <div>
      <b>{words}</b>
      {more && <p>{more}</p>}
    </div>
  </div>
)
