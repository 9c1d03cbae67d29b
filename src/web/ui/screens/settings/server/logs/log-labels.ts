/** Lines of the log in words. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Line = Schemas['LogLine']

export function levelWords(level: Line['level']): string {
  switch (level) {
    case 'fatal':
    case 'error':
      return t('Error')
    case 'warn':
      return t('Warning')
    case 'info':
      return t('Note')
    default:
      return t('Detail')
  }
}

/** What stands with a line. Names that only programmers know stay as they are. */
export function fieldWords(name: string): string {
  const known: Record<string, string> = {
    libraryId: t('Library'),
    seriesId: t('Series'),
    bookId: t('Book'),
    userId: t('Account'),
    username: t('User name'),
    folder: t('Folder'),
    path: t('Address'),
    file: t('File'),
    url: t('Address'),
    address: t('From'),
    method: t('Kind of request'),
    requestId: t('Number of the request'),
    status: t('Answer'),
    reason: t('Reason'),
    message: t('What happened'),
    stack: t('Where in the program'),
    type: t('Kind'),
    code: t('Code of the system'),
    task: t('Task'),
    schedule: t('Schedule'),
    version: t('Version'),
    steps: t('Steps'),
    durationMs: t('Milliseconds'),
    deaths: t('Attempts'),
  }
  return known[name] ?? name
}
