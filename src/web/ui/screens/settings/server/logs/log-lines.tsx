import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'
import { formatInstant } from '../../../../i18n/date-time'
import { translate } from '../../../../i18n/server-messages'
import { formatLogField, formatLevel } from './log-labels'
import styles from '../../settings.module.css'

type Line = Schemas['LogLine']

export const LogLines = ({ lines }: { lines: readonly Line[] }) => (
  <ol className={styles.lines} aria-label={t('Logs')}>
    {lines.map((line) => (
      <li key={line.id} className={styles[line.level]}>
        <time dateTime={line.time}>{formatInstant(line.time)}</time>
        <span className={styles.level}>{formatLevel(line.level)}</span>
        <span className={styles.logWords}>
          {translate(line)}
          <Fields fields={line.fields} />
        </span>
      </li>
    ))}
  </ol>
)

function Fields({ fields }: { fields: Record<string, unknown> }) {
  const entries = Object.entries(fields).flatMap(([name, value]) => getShown(name, value))
  if (entries.length === 0) return null
  return (
    <details>
      <summary>{t('More details')}</summary>
      <dl>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{formatLogField(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Lists the members of an object, such as an error, separately. Nested objects become JSON. */
function getShown(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value !== 'object' || Array.isArray(value)) return [[name, written(value)]]
  return Object.entries(value).map(([part, inner]) => [part, written(inner)])
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
