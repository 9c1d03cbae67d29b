import { Button } from '../../../components/controls/button'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { type Decision, formatCandidate, formatEntry, type ReviewEntry } from './import-requests'
import styles from './import.module.css'

interface EntryRowProps {
  entry: ReviewEntry
  decision: Decision | undefined
  onDecide: (decision: Decision | undefined) => void
  onChoose: () => void
}

export function ImportEntryRow({ entry, decision, onDecide, onChoose }: EntryRowProps) {
  const name = formatEntry(entry)
  const [first] = entry.candidates
  const mayUse = entry.status === 'likely' && first && typeof decision !== 'object'
  return (
    <li className={styles.entry} data-skipped={decision === 'skipped' || undefined}>
      <div>
        <b>{name}</b>
        <Outcome entry={entry} decision={decision} />
      </div>
      <div className={styles.actions}>
        {mayUse && (
          <Button
            small
            aria-label={t('Use suggestion for {name}', { name })}
            onClick={() => onDecide({ bookId: first.bookId, label: formatCandidate(first) })}
          >
            {t('Use suggestion')}
          </Button>
        )}
        <Button small aria-label={t('Choose book for {name}', { name })} onClick={onChoose}>
          {t('Choose book')}
        </Button>
        {decision === undefined ? (
          <Button
            small
            variant="quiet"
            aria-label={t('Skip {name}', { name })}
            onClick={() => onDecide('skipped')}
          >
            {t('Skip')}
          </Button>
        ) : (
          <Button
            small
            variant="quiet"
            aria-label={t('Undo the choice for {name}', { name })}
            onClick={() => onDecide(undefined)}
          >
            {t('Undo')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Outcome({ entry, decision }: Pick<EntryRowProps, 'entry' | 'decision'>) {
  const [first] = entry.candidates
  if (decision === 'skipped') return <span>{t('Skipped: not added to the list')}</span>
  if (decision === 'missing' || (!first && !decision)) {
    return <span>{t('Not found: kept as a missing entry')}</span>
  }
  if (decision) return <span data-kind="exact">{decision.label}</span>
  if (!first) return null
  const label = formatCandidate(first)
  return (
    <>
      <span data-kind={entry.status}>
        {entry.status === 'exact' ? label : t('Possible match: {title}', { title: label })}
      </span>
      <small>{first.reasons.map(translate).join(' · ')}</small>
    </>
  )
}
