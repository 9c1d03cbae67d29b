import styles from './reader.module.css'

export type Shortcuts = readonly (readonly [keys: string, words: string])[]

export const ReaderShortcutList = ({ keys }: { keys: Shortcuts }) => (
  <dl className={styles.keys}>
    {keys.map(([names, words]) => (
      <div key={names}>
        <dt>
          <kbd>{names}</kbd>
        </dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
)
