import { useState } from 'react'
import type { Schemas } from '../../../api/client'
import { formatNumber, t } from '../../../i18n/i18n'
import { readStatusLabels } from '../../../labels/read-status'
import { countStates, getMarks, type Span, type State } from './numbers'
import styles from './number-map.module.css'

interface NumberMapProps {
  kind: 'volume' | 'chapter'
  spans: Schemas['SeriesNumbers']['volumes']
}

/** Number of marks that are shown initially. */
const few = 120

/** Shows the volumes or chapters of a series in order. States differ in both shape and color. */
export function NumberMap({ kind, spans }: NumberMapProps) {
  const [isWhole, setWhole] = useState(false)
  const all = getMarks(spans)
  const shown = isWhole ? all : all.slice(0, few)
  const label = kind === 'volume' ? t('Volumes') : t('Chapters')
  return (
    <section className={styles.map} aria-label={label}>
      <h3>{label}</h3>
      <ul role="list" className={styles.marks}>
        {shown.map((mark) => (
          <Mark key={mark.from} mark={mark} />
        ))}
        {shown.length < all.length && (
          <li>
            <button type="button" className={styles.more} onClick={() => setWhole(true)}>
              {t('Show all')}
            </button>
          </li>
        )}
      </ul>
      <ul role="list" className={styles.legend}>
        {countStates(spans).map(({ state, count }) => (
          <li key={state}>
            <i className={styles.mark} data-state={state} aria-hidden="true" />
            {formatState(state)} <b>{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ mark: { from, to, state } }: { mark: Span }) {
  const numbers = from === to ? `${from}` : `${from}–${to}`
  return (
    <li className={styles.mark} data-state={state} title={`${numbers}: ${formatState(state)}`}>
      {numbers}
      <span className="hidden-words">: {formatState(state)}</span>
    </li>
  )
}

const formatState = (state: State) =>
  ({
    ...readStatusLabels(),
    missing: t('Missing'),
    ahead: t('Not in library'),
  })[state]
