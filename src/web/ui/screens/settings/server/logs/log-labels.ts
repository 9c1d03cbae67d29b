/** Labels for log levels and fields. */
import type { Schemas } from '../../../../api/client'
import { t } from '../../../../i18n/i18n'

type Line = Schemas['LogLine']

export function formatLevel(level: Line['level']): string {
  switch (level) {
    case 'fatal':
    case 'error':
      return t('Error')
    case 'warn':
      return t('Warning')
    case 'info':
      return t('Info')
    default:
      return t('Debug')
  }
}

/** Returns the label of a field in a log line. Technical names are not translated. */
export function formatLogField(name: string): string {
  const known: Record<string, string> = {
    libraryId: t('Library'),
    seriesId: t('Series', { context: 'one' }),
    bookId: t('Book'),
    userId: t('Account'),
    username: t('Username'),
    folder: t('Folder'),
    path: t('Path'),
    file: t('File'),
    url: t('URL'),
    address: t('IP address'),
    method: t('Method'),
    requestId: t('Request ID'),
    status: t('Status'),
    reason: t('Reason'),
    message: t('Message'),
    stack: t('Stack trace'),
    type: t('Type'),
    code: t('System error code'),
    task: t('Task'),
    schedule: t('Schedule'),
    version: t('Version'),
    steps: t('Steps'),
    durationMs: t('Duration (ms)'),
    deaths: t('Attempts'),
  }
  return known[name] ?? name
}
