/** Labels for the naming strategies. */
import { t } from '../../../../i18n/i18n'

export const seriesChoices = () => [
  { value: 'smart', label: t('Automatic (folders, names and e-book metadata)') },
  { value: 'series_volume', label: t('Each folder that contains books') },
  { value: 'series_volume_chapter', label: t('Folder with volume and chapter subfolders') },
  { value: 'parsed_name', label: t('Parsed file names') },
  { value: 'flat', label: t('File metadata') },
  { value: 'publisher_hierarchy', label: t('Publisher folders, then series folders') },
  { value: 'calibre', label: t('Calibre layout: author, then book') },
  { value: 'custom', label: t('Custom pattern') },
]

export const bookChoices = () => [
  { value: 'smart', label: t('Automatic (file metadata, unless its title is generic)') },
  { value: 'metadata_first', label: t('File metadata') },
  { value: 'filename', label: t('File name') },
  { value: 'series_name', label: t('Series name and number') },
  { value: 'custom', label: t('Custom pattern') },
]

export const numberChoices = () => [
  { value: 'smart', label: t('File metadata, then file name') },
  { value: 'metadata', label: t('File metadata') },
  { value: 'filename', label: t('File name') },
  { value: 'file_order', label: t('File order') },
]
