import type { Schemas } from '../../../api/client'
import { EditSheet } from '../../../components/edit/form/edit-sheet'
import type { EditTab } from '../../../components/edit/form/form-sheet'
import { ChoiceField, NumberField, TextField } from '../../../components/edit/fields/fields'
import { NamesField } from '../../../components/edit/fields/names-field'
import { PeopleField } from '../../../components/edit/fields/people-field'
import { RowsField } from '../../../components/edit/fields/rows-field'
import styles from '../../../components/edit/edit.module.css'
import { statusChoices } from '../../../components/edit/fields/choices'
import { readingDirectionChoices } from '../../../labels/reading-directions'
import { t } from '../../../i18n/i18n'
import { SeriesSharingTags } from '../../../components/sharing-tags/sharing-tags'
import { usePermission } from '../../../state/session/session'
import { SeriesCoverChooser } from './series-cover-chooser'
import { seriesTarget } from './series-target'

interface SeriesEditProps {
  series: Schemas['Series']
  onClose: () => void
}

export function SeriesEdit({ series, onClose }: SeriesEditProps) {
  const maySetSharing = usePermission('system:admin')
  return (
    <EditSheet
      title={t('Edit {title}', { title: series.metadata.title })}
      target={seriesTarget(series.id)}
      tabs={[...buildTabs(series), ...(maySetSharing ? [sharingTab(series.id)] : [])]}
      onClose={onClose}
    />
  )
}

const sharingTab = (id: string): EditTab => ({
  value: 'sharing',
  label: t('Sharing tags'),
  content: <SeriesSharingTags id={id} />,
})

const buildTabs = (series: Schemas['Series']): EditTab[] => [
  { value: 'general', label: t('General'), content: <General /> },
  { value: 'people', label: t('People'), content: <PeopleField />, fields: ['authors'] },
  {
    value: 'tags',
    label: t('Genres and tags'),
    content: <Labels />,
    fields: ['genres', 'tags'],
  },
  {
    value: 'links',
    label: t('Links and ratings'),
    content: <Links />,
    fields: ['externalLinks', 'externalIds', 'externalRatings'],
  },
  { value: 'cover', label: t('Cover'), content: <SeriesCoverChooser series={series} /> },
]

const General = () => (
  <div className={styles.grid}>
    <TextField field="title" label={t('Title')} isWide />
    <TextField field="titleSort" label={t('Sort title')} isWide />
    <RowsField
      field="alternateTitles"
      label={t('Alternate titles')}
      add={t('Add title')}
      columns={[
        { name: 'title', label: t('Title') },
        { name: 'label', label: t('Language or type') },
      ]}
    />
    <TextField field="summary" label={t('Summary')} isWide lines={5} />
    <ChoiceField field="status" label={t('Status')} none={t('Not set')} choices={statusChoices()} />
    <ChoiceField
      field="readingDirection"
      label={t('Reading direction')}
      none={t('Taken from the books')}
      choices={readingDirectionChoices()}
    />
    <TextField field="publisher" label={t('Publisher')} />
    <TextField field="imprint" label={t('Imprint')} />
    <NumberField field="year" label={t('Year')} />
    <TextField field="language" label={t('Language')} example="en, pt-BR" />
    <NumberField field="ageRating" label={t('Age rating')} />
    <NumberField field="totalVolumeCount" label={t('Total volumes')} />
    <NumberField field="totalChapterCount" label={t('Total chapters')} isFraction />
  </div>
)

const Labels = () => (
  <div className={styles.grid}>
    <NamesField field="genres" label={t('Genres')} kind="genres" />
    <NamesField field="tags" label={t('Tags')} kind="tags" />
  </div>
)

const Links = () => (
  <div className={styles.grid}>
    <RowsField
      field="externalLinks"
      label={t('Links')}
      add={t('Add link')}
      isLockable={false}
      columns={[
        { name: 'sourceName', label: t('Site') },
        { name: 'url', label: t('URL'), isLong: true },
      ]}
    />
    <RowsField
      field="externalIds"
      label={t('External IDs')}
      add={t('Add ID')}
      isLockable={false}
      isOnlyByHand
      columns={[
        { name: 'source', label: t('Database') },
        { name: 'externalId', label: t('ID') },
        { name: 'externalUrl', label: t('URL'), isLong: true },
      ]}
    />
    <RowsField
      field="externalRatings"
      label={t('Ratings')}
      add={t('Add rating')}
      isLockable={false}
      isOnlyByHand
      columns={[
        { name: 'sourceName', label: t('Source') },
        { name: 'points', label: t('Score (out of 10)') },
      ]}
    />
  </div>
)
