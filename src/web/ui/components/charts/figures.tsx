import styles from './charts.module.css'

/** A few large key figures. */
export const Figures = ({ figures }: { figures: readonly (readonly [string, string])[] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
