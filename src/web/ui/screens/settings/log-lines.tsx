import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { formatMoment } from '../../i18n/moments'
import styles from './settings.module.css'

type Line = Schemas['LogLine']

export const LogLines = ({ lines }: { lines: readonly Line[] }) => (
  <ol className={styles.lines} aria-label={t('Logs')}>
    {lines.map((line) => (
      <li key={line.id} className={styles[line.level]}>
        <time dateTime={line.time}>{formatMoment(line.time)}</time>
        <span className={styles.level}>{levelWords(line.level)}</span>
        <span className={styles.logWords}>
          {line.message}
          <Fields fields={line.fields} />
        </span>
      </li>
    ))}
  </ol>
)

function Fields({ fields }: { fields: Record<string, unknown> }) {
  const entries = Object.entries(fields)
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{t('More about it')}</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function levelWords(level: Line['level']): string {
  switch (level) {
    case 'fatal':
    case 'error':
      return t('Error')
    case 'warn':
      return t('Warning')
    case 'info':
      return t('Note')
    default:
      return t('Detail')
  }
}
