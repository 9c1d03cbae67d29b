/** Labels for the read status of a book or series. */
import { t } from '../i18n/i18n'

export type ReadStatus = 'unread' | 'in_progress' | 'read'

export const readStatusLabels = (): Record<ReadStatus, string> => ({
  unread: t('Unread'),
  in_progress: t('In progress'),
  read: t('Read'),
})

export const isReadStatus = (text: string): text is ReadStatus => text in readStatusLabels()

/** Returns "Read" as a verb. In other languages, this label differs from that of the status. */
export const formatReadAction = () =>
  t('{kind, select, action {Read} other {Read}}', { kind: 'action' })
