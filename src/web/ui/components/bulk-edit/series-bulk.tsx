/** Many series: what they have in common, what they are filed under, who made them. */
import { t } from '../../i18n/i18n'
import { directionChoices, statusChoices } from '../edit/fields/choices'
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
  saved: (count) =>
    t('{count, plural, one {# series is saved} other {# series are saved}}', { count }),
  save: saveSeries,
}

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

const lockable = () => [
  { field: 'title', label: t('Title') },
  { field: 'titleSort', label: t('Sorted as') },
  { field: 'summary', label: t('Summary') },
  { field: 'status', label: t('Status') },
  { field: 'readingDirection', label: t('Reading direction') },
  { field: 'publisher', label: t('Publisher') },
  { field: 'imprint', label: t('Imprint') },
  { field: 'language', label: t('Language') },
  { field: 'ageRating', label: t('From what age') },
  { field: 'year', label: t('Year') },
  { field: 'genres', label: t('Genres') },
  { field: 'tags', label: t('Tags') },
  { field: 'authorsJsonLock', label: t('People') },
  { field: 'cover', label: t('Cover') },
]
