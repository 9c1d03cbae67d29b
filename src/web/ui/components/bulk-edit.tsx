/**
 * Editing many series at once: what is left empty stays as it is in each. `ids` may be any number; the
 * server is asked in portions.
 */
import { NumberField, TextField, ChoiceField } from './edit/fields'
import { directionChoices, statusChoices } from './edit/choices'
import styles from './edit/edit.module.css'
import { type EditTab, FormSheet } from './edit/form-sheet'
import { NamesField } from './edit/names-field'
import { PeopleField } from './edit/people-field'
import { t } from '../i18n/i18n'
import { BulkLocks } from './bulk-edit/bulk-locks'
import { useBulkForm } from './bulk-edit/use-bulk-form'

interface BulkEditProps {
  ids: readonly string[]
  onClose: () => void
}

export function BulkEdit({ ids, onClose }: BulkEditProps) {
  const form = useBulkForm(ids, onClose)
  return (
    <FormSheet
      title={t('{count, plural, one {Edit # series} other {Edit # series}}', { count: ids.length })}
      form={form}
      tabs={tabs()}
      onClose={onClose}
    />
  )
}

const tabs = (): EditTab[] => [
  { value: 'general', label: t('General'), content: <General /> },
  { value: 'tags', label: t('Genres and tags'), content: <Labels /> },
  { value: 'people', label: t('People'), content: <People /> },
  { value: 'locks', label: t('Locks'), content: <BulkLocks /> },
]

const General = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('What is left empty stays as it is in each series.')}</p>
    <ChoiceField
      field="status"
      label={t('Status')}
      none={t('as it is')}
      choices={statusChoices()}
    />
    <ChoiceField
      field="readingDirection"
      label={t('Reading direction')}
      none={t('as it is')}
      choices={directionChoices()}
    />
    <TextField field="publisher" label={t('Publisher')} />
    <TextField field="imprint" label={t('Imprint')} />
    <TextField field="language" label={t('Language')} example="en, pt-BR" />
    <NumberField field="ageRating" label={t('From what age')} />
    <NumberField field="year" label={t('Year')} />
    <NumberField field="totalVolumeCount" label={t('Volumes in all')} />
    <TextField field="summary" label={t('Summary')} isWide lines={4} />
  </div>
)

const Labels = () => (
  <div className={styles.grid}>
    <NamesField field="addGenres" label={t('Genres to add')} kind="genres" isLockable={false} />
    <NamesField
      field="removeGenres"
      label={t('Genres to take away')}
      kind="genres"
      isLockable={false}
    />
    <NamesField field="addTags" label={t('Tags to add')} kind="tags" isLockable={false} />
    <NamesField field="removeTags" label={t('Tags to take away')} kind="tags" isLockable={false} />
  </div>
)

const People = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('They take the place of the people of each series.')}</p>
    <PeopleField />
  </div>
)
