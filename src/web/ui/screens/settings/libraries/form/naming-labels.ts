/** The ways to name things, in words. */
import { t } from '../../../../i18n/i18n'

export const seriesChoices = () => [
  { value: 'series_volume', label: t('Each folder with books in it') },
  { value: 'series_volume_chapter', label: t('A folder with folders of volumes and chapters') },
  { value: 'parsed_name', label: t('What the names of the files say') },
  { value: 'flat', label: t('What the files themselves say') },
  { value: 'publisher_hierarchy', label: t('Folders of publishers, then of series') },
  { value: 'calibre', label: t('As calibre files them: author, then book') },
  { value: 'custom', label: t('By a pattern of mine') },
]

export const bookChoices = () => [
  { value: 'smart', label: t('From the details, unless they say little') },
  { value: 'metadata_first', label: t('From the details in the file') },
  { value: 'filename', label: t('From the name of the file') },
  { value: 'series_name', label: t('From the series, with the number') },
  { value: 'custom', label: t('By a pattern of mine') },
]

export const numberChoices = () => [
  { value: 'smart', label: t('From the details, else from the name') },
  { value: 'metadata', label: t('From the details in the file') },
  { value: 'filename', label: t('From the name of the file') },
  { value: 'file_order', label: t('By the order of the files') },
]
