/** Options for fields with few values. */
import { t } from '../../../i18n/i18n'
import { formatSeriesStatus } from '../../../labels/metadata-labels'

const statuses = ['ongoing', 'ended', 'hiatus', 'abandoned'] as const

export const statusChoices = () =>
  statuses.map((value) => ({ value, label: formatSeriesStatus(value) }))

/** Lists the book types that a user can choose. */
export const bookTypeChoices = () => [
  { value: 'comic', label: t('Comic') },
  { value: 'manga', label: t('Manga') },
  { value: 'graphic_novel', label: t('Graphic novel') },
  { value: 'omnibus', label: t('Omnibus') },
  { value: 'oneshot', label: t('One-shot') },
  { value: 'anthology', label: t('Anthology') },
  { value: 'artbook', label: t('Art book') },
  { value: 'novel', label: t('Novel') },
  { value: 'novella', label: t('Novella') },
  { value: 'magazine', label: t('Magazine') },
]
