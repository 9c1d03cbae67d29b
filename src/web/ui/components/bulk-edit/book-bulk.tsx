/** Bulk-edits books: edition, people and subject. */
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

export const bookBulk: Bulk = {
  title: (count) => t('{count, plural, one {Edit # book} other {Edit # books}}', { count }),
  tabs: () => [
    { value: 'general', label: t('General'), content: <General /> },
    { value: 'people', label: t('People'), content: <People /> },
    { value: 'locks', label: t('Locks'), content: <BulkLocks fields={lockable()} /> },
  ],
  saved: (count) => t('Saved {count, plural, one {# book} other {# books}}', { count }),
  save,
}

async function save(bookIds: string[], { values, locks }: Draft) {
  const answers: Schemas['BulkResult'][] = []
  if (Object.keys(values).length > 0) {
    const people = 'authors' in values ? { authors: withoutEmptyPeople(values['authors']) } : {}
    const body = { bookIds, ...values, ...people }
    answers.push(await readResponse(api.PATCH('/api/v1/books/bulk/metadata', { body })))
  }
  // Sent after the values, because changing a value also locks its field unless a lock is set
  // explicitly.
  if (Object.keys(locks).length > 0) {
    const body = { bookIds, ...locks }
    answers.push(await readResponse(api.PUT('/api/v1/books/bulk/metadata/locks', { body })))
  }
  return answers
}

const General = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Empty fields are left unchanged.')}</p>
    <ChoiceField
      field="bookType"
      label={t('Type')}
      none={t('unchanged')}
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

const People = () => (
  <div className={styles.grid}>
    <p className={styles.hint}>{t('Replaces the people of each book.')}</p>
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
