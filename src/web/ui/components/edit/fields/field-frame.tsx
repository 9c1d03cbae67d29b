/** Wraps a field with its label, source, lock and reset button. */
import { type ReactNode, useId } from 'react'
import { t } from '../../../i18n/i18n'
import { classes } from '../../class-names'
import fieldStyles from '../../controls/field.module.css'
import { LockIcon, TrashIcon, UndoIcon, UnlockIcon } from '../../icons'
import { canReset, fileValue, isEmpty, isLockedIn, getStored } from '../form/draft'
import { useEditing } from '../form/edit-context'
import { useProviderName } from '../../use-provider-name'
import styles from '../edit.module.css'
import { formatSource } from '../../../labels/source-labels'
import { formatValue } from '../../../labels/value-labels'

interface FieldFrameProps {
  field: string
  label: string
  /** Spans both columns. */
  isWide?: boolean
  /** Whether the field has several controls, which the label names as a group. */
  isGroup?: boolean
  isLockable?: boolean
  /** Set if files do not contain this field, so that it cannot be reset to a file value. */
  isOnlyByHand?: boolean
  children: (ids: { input: string; note: string | undefined }) => ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { field, label, isWide, isGroup, isLockable = true, isOnlyByHand, children } = props
  const { problems } = useEditing()
  const input = useId()
  const note = `${input}-note`
  const problem = problems[field]
  return (
    <div
      className={classes(styles.field, isWide && styles.wide)}
      {...(isGroup && { role: 'group', 'aria-labelledby': `${input}-label` })}
    >
      <div className={styles.labels}>
        {isGroup ? (
          <span id={`${input}-label`} className={fieldStyles.label}>
            {label}
          </span>
        ) : (
          <label htmlFor={input} className={fieldStyles.label}>
            {label}
          </label>
        )}
        <Source field={field} />
      </div>
      <div className={styles.control}>
        <div className={styles.input}>{children({ input, note: problem ? note : undefined })}</div>
        {isLockable && <EndButton field={field} label={label} />}
      </div>
      {problem && (
        <p id={note} className={styles.problem}>
          {problem}
        </p>
      )}
      {!isOnlyByHand && <BackToFile field={field} label={label} />}
    </div>
  )
}

function Source({ field }: { field: string }) {
  const { stored, draft, isMany } = useEditing()
  const { source } = getStored(stored, field)
  const providerName = useProviderName(source?.startsWith('plugin:') ?? false)
  if (draft.resets.includes(field))
    return <span className={styles.source}>{t('reset to file value')}</span>
  if (isMany && field in draft.values && draft.values[field] === null) {
    return <span className={styles.changed}>{t('cleared')}</span>
  }
  if (field in draft.values) return <span className={styles.changed}>{t('changed')}</span>
  return source && <span className={styles.source}>{formatSource(source, providerName)}</span>
}

function EndButton(props: { field: string; label: string }) {
  return useEditing().isMany ? <EmptyButton {...props} /> : <LockButton {...props} />
}

/** In a bulk edit, an empty field means unchanged, so clearing requires a button. */
function EmptyButton({ field, label }: { field: string; label: string }) {
  const { draft, change } = useEditing()
  const isEmptied = field in draft.values && draft.values[field] === null
  const words = t('Clear {field} for all', { field: label })
  return (
    <button
      type="button"
      className={classes(styles.lock, isEmptied && styles.locked)}
      aria-pressed={isEmptied}
      aria-label={words}
      title={words}
      onClick={() => change(field, isEmptied ? undefined : null)}
    >
      <TrashIcon size={17} />
    </button>
  )
}

function LockButton({ field, label }: { field: string; label: string }) {
  const { stored, draft, lock } = useEditing()
  const isLocked = isLockedIn(stored, draft, field)
  const words = isLocked
    ? t('{field} is locked. Scans won’t change it.', { field: label })
    : t('{field} is unlocked. Scans may change it.', { field: label })
  const Picture = isLocked ? LockIcon : UnlockIcon
  return (
    <button
      type="button"
      className={classes(styles.lock, isLocked && styles.locked)}
      aria-pressed={isLocked}
      aria-label={words}
      title={words}
      onClick={() => lock(field, !isLocked)}
    >
      <Picture size={17} />
    </button>
  )
}

/** Offers to reset a field to the value from the files. */
function BackToFile({ field, label }: { field: string; label: string }) {
  const { stored, draft, reset } = useEditing()
  const known = getStored(stored, field)
  if (!reset || draft.resets.includes(field) || !canReset(known)) return null
  const valueInFile = fileValue(known)
  const words = isEmpty(valueInFile)
    ? t('Not set in the files')
    : t('File value: {value}', { value: formatValue(valueInFile) })
  return (
    <div className={styles.back}>
      <span>{words}</span>
      <button
        type="button"
        className={styles.reset}
        aria-label={t('Reset {field} to file value', { field: label })}
        onClick={() => reset(field)}
      >
        <UndoIcon size={15} />
        {t('Use value from file')}
      </button>
    </div>
  )
}
