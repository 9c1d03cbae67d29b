import { EditSheet } from '../../../components/edit/form/edit-sheet'
import { bookTypeChoices } from '../../../components/edit/fields/choices'
import type { EditTab } from '../../../components/edit/form/form-sheet'
import { ChoiceField, NumberField, TextField } from '../../../components/edit/fields/fields'
import { NamesField } from '../../../components/edit/fields/names-field'
import { PeopleField } from '../../../components/edit/fields/people-field'
import { RowsField } from '../../../components/edit/fields/rows-field'
import styles from '../../../components/edit/edit.module.css'
import { t } from '../../../i18n/i18n'
import { BookCoverChooser } from './book-cover-chooser'
import { bookTarget } from './book-target'

interface BookEditProps {
  id: string
  title: string
  onClose: () => void
}

export const BookEdit = ({ id, title, onClose }: BookEditProps) => (
  <EditSheet
    title={t('Edit {title}', { title })}
    target={bookTarget(id)}
    tabs={buildTabs(id)}
    onClose={onClose}
  />
)

const buildTabs = (id: string): EditTab[] => [
  { value: 'general', label: t('General'), content: <General /> },
  { value: 'people', label: t('People'), content: <PeopleField />, fields: ['authors'] },
  {
    value: 'tags',
    label: t('Genres and tags'),
    content: <Labels />,
    fields: ['genre', 'subjects'],
  },
  {
    value: 'release',
    label: t('Publication'),
    content: <Release />,
    fields: ['publisher', 'imprint', 'edition', 'isbns', 'year', 'month', 'day', 'count'],
  },
  {
    value: 'links',
    label: t('Links'),
    content: <Links />,
    fields: ['externalLinks', 'externalIds'],
  },
  { value: 'cover', label: t('Cover'), content: <BookCoverChooser id={id} /> },
]

const General = () => (
  <div className={styles.grid}>
    <TextField field="title" label={t('Title')} isWide />
    <TextField field="subtitle" label={t('Subtitle')} isWide />
    <TextField field="originalTitle" label={t('Original title')} isWide />
    <NumberField field="volume" label={t('Volume')} />
    <NumberField field="chapter" label={t('Chapter')} isFraction />
    <TextField field="number" label={t('Number')} example="12, 1.5" />
    <NumberField field="seriesPosition" label={t('Sort number')} isFraction />
    <TextField field="summary" label={t('Summary')} isWide lines={5} />
    <ChoiceField
      field="bookType"
      label={t('Type')}
      none={t('Not set')}
      choices={bookTypeChoices()}
    />
    <TextField field="languageIso" label={t('Language')} example="en, pt-BR" />
  </div>
)

const Labels = () => (
  <div className={styles.grid}>
    <TextField field="genre" label={t('Genres (comma-separated)')} isWide />
    <NamesField field="subjects" label={t('Subjects')} kind="tags" />
  </div>
)

const Release = () => (
  <div className={styles.grid}>
    <TextField field="publisher" label={t('Publisher')} />
    <TextField field="imprint" label={t('Imprint')} />
    <TextField field="edition" label={t('Edition')} />
    <TextField field="isbns" label={t('ISBN')} />
    <NumberField field="year" label={t('Year')} />
    <NumberField field="month" label={t('Month')} />
    <NumberField field="day" label={t('Day')} />
    <NumberField field="count" label={t('Total volumes')} />
  </div>
)

const Links = () => (
  <div className={styles.grid}>
    <RowsField
      field="externalLinks"
      label={t('Links')}
      add={t('Add link')}
      isOnlyByHand
      columns={[
        { name: 'sourceName', label: t('Site') },
        { name: 'url', label: t('URL'), isLong: true },
      ]}
    />
    <RowsField
      field="externalIds"
      label={t('External IDs')}
      add={t('Add ID')}
      isOnlyByHand
      columns={[
        { name: 'source', label: t('Database') },
        { name: 'externalId', label: t('ID') },
        { name: 'externalUrl', label: t('URL'), isLong: true },
      ]}
    />
  </div>
)
