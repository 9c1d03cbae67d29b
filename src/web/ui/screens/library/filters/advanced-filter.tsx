/** The condition editor for what filters cannot express. */
import { useState } from 'react'
import { ConditionDialog } from '../../../components/condition/lazy-condition'
import { CloseIcon, FilterIcon } from '../../../components/icons'
import { t } from '../../../i18n/i18n'
import type { LibrarySearch } from '../library-search'
import styles from '../library.module.css'

interface AdvancedProps {
  tab: 'series' | 'books'
  search: LibrarySearch
  change: (search: LibrarySearch) => void
}

export function AdvancedFilter({ tab, search, change }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false)
  const { rule, ...others } = search
  const label = t('Advanced filter')
  return (
    <>
      <span className={rule ? styles.chosen : undefined}>
        <button
          type="button"
          className={rule ? undefined : styles.chip}
          onClick={() => setOpen(true)}
        >
          {!rule && <FilterIcon size={16} />}
          <span>{rule ? label : t('Advanced filter…')}</span>
        </button>
        {rule && (
          <button
            type="button"
            className={styles.remove}
            onClick={() => change(others)}
            aria-label={t('Remove filter {label}', { label })}
          >
            <CloseIcon size={14} />
          </button>
        )}
      </span>
      {isOpen && (
        <ConditionDialog
          target={tab}
          title={label}
          condition={rule ?? {}}
          onClose={() => setOpen(false)}
          onApply={(next) => change(isEmpty(next) ? others : { ...others, rule: next })}
        />
      )}
    </>
  )
}

/** All of no rules. */
const isEmpty = ({ allOf }: Record<string, unknown>) => Array.isArray(allOf) && allOf.length === 0
