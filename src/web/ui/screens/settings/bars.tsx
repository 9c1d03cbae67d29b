/** Bars drawn by ourselves: the words stand in the page, so nobody needs to see the lengths. */
import styles from './settings.module.css'

interface Bar {
  name: string
  value: number
  /** The value in words. */
  words: string
}

export function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ name, value, words }) => (
        <li key={name}>
          <span className={styles.name}>{name}</span>
          <svg
            className={styles.bar}
            viewBox="0 0 100 6"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <rect className={styles.track} width="100" height="6" rx="0" />
            <rect className={styles.fill} width={Math.max(0.5, (value / most) * 100)} height="6" />
          </svg>
          <span className={styles.words}>{words}</span>
        </li>
      ))}
    </ul>
  )
}
