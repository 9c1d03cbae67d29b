/** The condition editor, for conditions that filters cannot express. */
import { ConditionDialog } from '../../../components/condition/lazy-condition'
import { CloseIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import type { LibrarySearch } from '../library-search'
import styles from '../library.module.css'

interface RuleProps {
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

/** Shows the condition from the editor as an active filter. */
export function RuleChip({ search, change, edit }: RuleProps & { edit: () => void }) {
  const { rule, ...others } = search
  if (!rule) return null
  const label = t('Advanced filter')
  return (
    <span className={styles.chosen}>
      <button type="button" onClick={edit}>
        <span>{label}</span>
      </button>
      <button
        type="button"
        className={styles.remove}
        onClick={() => change(others)}
        aria-label={t('Remove filter {label}', { label })}
      >
        <CloseIcon size={14} />
      </button>
    </span>
  )
}

interface DialogProps extends RuleProps {
  tab: 'series' | 'books'
  onClose: () => void
}

export function RuleDialog({ tab, search, change, onClose }: DialogProps) {
  const { rule, ...others } = search
  return (
    <ConditionDialog
      target={tab}
      title={t('Advanced filter')}
      condition={rule ?? {}}
      onClose={onClose}
      onApply={(next) => change(isEmpty(next) ? others : { ...others, rule: next })}
    />
  )
}

/** Whether the condition has no rules. */
const isEmpty = ({ allOf }: Record<string, unknown>) => Array.isArray(allOf) && allOf.length === 0
