/** Bulk-edits series: general fields, genres and tags, people, and locks. */
import { t } from '../../i18n/i18n'
import { readingDirectionChoices } from '../../labels/reading-directions'
import { statusChoices } from '../edit/fields/choices'
import styles from '../edit/edit.module.css'
import { ChoiceField, NumberField, TextField } from '../edit/fields/fields'
import { NamesField } from '../edit/fields/names-field'
import { PeopleField } from '../edit/fields/people-field'
import type { Bulk } from './bulk'
import { BulkLocks } from './bulk-locks'
import { saveSeries } from './series-save'

export const seriesBulk: Bulk = {
  title: (count) => t('{count, plural, one {Edit # series} other {Edit # series}}', { count }),
  tabs: () => [
    { value: 'general', label: t('General'), content: <General /> },
    { value: 'tags', label: t('Genres and tags'), content: <Labels /> },
    { value: 'people', label: t('People'), content: <People /> },
    { value: 'locks', label: t('Locks'), content: <BulkLocks fields={lockable()} /> },
  ],
  saved: (count) => t('Saved {count, plural, one {# series} other {# series}}', { count }),
  save: saveSeries,
}

const General = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Empty fields are left unchanged')}</p>
    <ChoiceField
      field="status"
      label={t('Status')}
      none={t('Unchanged')}
      choices={statusChoices()}
    />
    <ChoiceField
      field="readingDirection"
      label={t('Reading direction')}
      none={t('Unchanged')}
      choices={readingDirectionChoices()}
    />
    <TextField field="publisher" label={t('Publisher')} />
    <TextField field="imprint" label={t('Imprint')} />
    <TextField field="language" label={t('Language')} example="en, pt-BR" />
    <NumberField field="ageRating" label={t('Age rating')} />
    <NumberField field="year" label={t('Year')} />
    <NumberField field="totalVolumeCount" label={t('Total volumes')} />
    <TextField field="summary" label={t('Summary')} isWide lines={4} />
  </div>
)

const Labels = () => (
  <div className={styles.grid}>
    <NamesField field="addGenres" label={t('Genres to add')} kind="genres" isLockable={false} />
    <NamesField
      field="removeGenres"
      label={t('Genres to remove')}
      kind="genres"
      isLockable={false}
    />
    <NamesField field="addTags" label={t('Tags to add')} kind="tags" isLockable={false} />
    <NamesField field="removeTags" label={t('Tags to remove')} kind="tags" isLockable={false} />
  </div>
)

const People = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Replaces the people listed for each series')}</p>
    <PeopleField />
  </div>
)

const lockable = () => [
  { field: 'title', label: t('Title') },
  { field: 'titleSort', label: t('Sort title') },
  { field: 'summary', label: t('Summary') },
  { field: 'status', label: t('Status') },
  { field: 'readingDirection', label: t('Reading direction') },
  { field: 'publisher', label: t('Publisher') },
  { field: 'imprint', label: t('Imprint') },
  { field: 'language', label: t('Language') },
  { field: 'ageRating', label: t('Age rating') },
  { field: 'year', label: t('Year') },
  { field: 'genres', label: t('Genres') },
  { field: 'tags', label: t('Tags') },
  { field: 'authorsJsonLock', label: t('People') },
  { field: 'cover', label: t('Cover') },
]
