import { t } from '../../i18n/i18n'
import type { readStates, sorts, statuses } from './library-search'

export const readWords = (state: (typeof readStates)[number]) =>
  ({ unread: t('Unread'), in_progress: t('Reading now'), read: t('Read') })[state]

export const statusWords = (status: (typeof statuses)[number]) =>
  ({
    ongoing: t('Ongoing'),
    ended: t('Ended'),
    hiatus: t('On hiatus'),
    abandoned: t('Abandoned'),
  })[status]

export const sortWords = (sort: (typeof sorts)[number]) =>
  ({
    'name,asc': t('Title'),
    'name,desc': t('Title, from the end'),
    'date_added,desc': t('Newest first'),
    'date_updated,desc': t('Changed last'),
    'date_read,desc': t('Read last'),
    'release_date,desc': t('Year, newest first'),
  })[sort]
