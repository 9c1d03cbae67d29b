/** Bulk-edits books: general fields, genres and subjects, people, and locks. */
import { readResponse, api, type Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import type { Draft } from '../edit/form/draft'
import { bookTypeChoices } from '../edit/fields/choices'
import styles from '../edit/edit.module.css'
import { ChoiceField, NumberField, TextField } from '../edit/fields/fields'
import { withoutEmptyPeople } from '../edit/fields/filled-people'
import { NamesField } from '../edit/fields/names-field'
import { PeopleField } from '../edit/fields/people-field'
import type { Bulk } from './bulk'
import { BulkLocks } from './bulk-locks'
import { ofLabels, pickLabels } from './series-save'

export const bookBulk: Bulk = {
  title: (count) => t('{count, plural, one {Edit # book} other {Edit # books}}', { count }),
  tabs: () => [
    { value: 'general', label: t('General'), content: <General /> },
    { value: 'tags', label: t('Genres and subjects'), content: <Labels /> },
    { value: 'people', label: t('People'), content: <People /> },
    { value: 'locks', label: t('Locks'), content: <BulkLocks fields={lockable()} /> },
  ],
  saved: (count) => t('Saved {count, plural, one {# book} other {# books}}', { count }),
  save,
}

async function save(bookIds: string[], { values, locks }: Draft) {
  const answers: Schemas['BulkResult'][] = []
  const fields = Object.fromEntries(Object.entries(values).filter(([name]) => !ofLabels.has(name)))
  if (Object.keys(fields).length > 0) {
    const people = 'authors' in fields ? { authors: withoutEmptyPeople(fields['authors']) } : {}
    const body = { bookIds, ...fields, ...people }
    answers.push(await readResponse(api.PATCH('/api/v1/books/bulk/metadata', { body })))
  }
  const genres = pickLabels(values, 'addGenres', 'removeGenres')
  if (genres) {
    const body = { bookIds, ...genres }
    answers.push(await readResponse(api.POST('/api/v1/books/bulk/genres', { body })))
  }
  const tags = pickLabels(values, 'addTags', 'removeTags')
  if (tags) {
    const body = { bookIds, ...tags }
    answers.push(await readResponse(api.POST('/api/v1/books/bulk/tags', { body })))
  }
  // The locks are sent after the values, because changing a value also locks its field unless a
  // lock is set explicitly.
  if (Object.keys(locks).length > 0) {
    const body = { bookIds, ...locks }
    answers.push(await readResponse(api.PUT('/api/v1/books/bulk/metadata/locks', { body })))
  }
  return answers
}

const General = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Empty fields are left unchanged')}</p>
    <ChoiceField
      field="bookType"
      label={t('Type')}
      none={t('Unchanged')}
      choices={bookTypeChoices()}
    />
    <TextField field="languageIso" label={t('Language')} example="en, pt-BR" />
    <TextField field="publisher" label={t('Publisher')} />
    <TextField field="imprint" label={t('Imprint')} />
    <TextField field="edition" label={t('Edition')} />
    <NumberField field="year" label={t('Year')} />
    <NumberField field="volume" label={t('Volume')} />
    <NumberField field="count" label={t('Total volumes')} />
    <TextField field="genre" label={t('Genres (comma-separated)')} isWide />
    <NamesField field="subjects" label={t('Subjects')} kind="tags" />
    <TextField field="summary" label={t('Summary')} isWide lines={4} />
  </div>
)

const Labels = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Other genres and subjects of each book are kept')}</p>
    <NamesField field="addGenres" label={t('Genres to add')} kind="genres" isLockable={false} />
    <NamesField
      field="removeGenres"
      label={t('Genres to remove')}
      kind="genres"
      isLockable={false}
    />
    <NamesField field="addTags" label={t('Subjects to add')} kind="tags" isLockable={false} />
    <NamesField field="removeTags" label={t('Subjects to remove')} kind="tags" isLockable={false} />
  </div>
)

const People = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Replaces the people listed for each book')}</p>
    <PeopleField />
  </div>
)

const lockable = () => [
  { field: 'titleLock', label: t('Title') },
  { field: 'numberLock', label: t('Number') },
  { field: 'volumeLock', label: t('Volume') },
  { field: 'chapterLock', label: t('Chapter') },
  { field: 'summaryLock', label: t('Summary') },
  { field: 'bookTypeLock', label: t('Type') },
  { field: 'languageIsoLock', label: t('Language') },
  { field: 'publisherLock', label: t('Publisher') },
  { field: 'imprintLock', label: t('Imprint') },
  { field: 'editionLock', label: t('Edition') },
  { field: 'yearLock', label: t('Year') },
  { field: 'countLock', label: t('Total volumes') },
  { field: 'genreLock', label: t('Genres') },
  { field: 'subjectsLock', label: t('Subjects') },
  { field: 'authorsJsonLock', label: t('People') },
  { field: 'coverLock', label: t('Cover') },
]
