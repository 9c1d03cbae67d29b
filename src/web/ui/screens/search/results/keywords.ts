import { t } from '../../../i18n/i18n'

/** Additional search words of each settings section. */
export const getKeywords = (): Record<string, string> => ({
  profile: t('account, username, email, change password'),
  sessions: t('devices, signed in, sign out'),
  keys: t('tokens, apps, access'),
  appearance: t('dark theme, light theme, e-ink, language, colors, motion'),
  reading: t('reader settings, direction, page fit, pages ahead, background'),
  libraries: t('scan libraries, folders, schedule, file watching, naming'),
  users: t('add user, roles, permissions, people, accounts'),
  tasks: t('jobs, queue, background work, running'),
  problems: t('errors, broken files, damaged books'),
  trash: t('deleted books, recycle bin, restore, empty trash'),
  duplicates: t('copies, same file'),
  names: t('file names, regular expressions, numbering'),
  'clean-up': t('orphans, thumbnails, cache, maintenance'),
  statistics: t('metrics, disk space, memory, usage'),
  logs: t('log files, messages, debugging'),
  about: t('version, licenses, support report'),
})
