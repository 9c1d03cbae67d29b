/** Error messages for users. */
import { t } from '../i18n/i18n'
import { translate } from '../i18n/message-text'
import { ApiError } from './client'

export function formatError(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong on this page. Reload it.')
  return formatReason(error) ?? (error.details.map(formatDetail).join('. ') || translate(error))
}

/** Formats the error of a change made while reading, which can continue without the server. */
export const formatChangeError = (error: unknown): string =>
  error instanceof ApiError && isUnreachable(error)
    ? t('Not saved: the server can’t be reached right now')
    : formatError(error)

/**
 * Returns true if there was no response, or if an error response came from a proxy rather than from
 * Quire.
 */
const isUnreachable = ({ status, code }: ApiError) =>
  status === 0 || (code === undefined && status >= 502 && status <= 504)

/** Formats a detail, for example as `Name: must not be blank`. */
function formatDetail(detail: ApiError['details'][number]): string {
  const field = formatField(detail.path)
  return field ? `${field}: ${translate(detail)}` : translate(detail)
}

/**
 * Returns the label of a field in Quire's forms, found by the last named segment of its path, or
 * undefined for unknown fields.
 */
function formatField(path: string): string | undefined {
  const known: Record<string, string> = {
    username: t('Username'),
    email: t('Email address'),
    password: t('Password'),
    newPassword: t('Password'),
    currentPassword: t('Password'),
    name: t('Name'),
    path: t('Folder'),
    paths: t('Folder'),
    pattern: t('Pattern'),
    excludedPatterns: t('Exclude'),
    filenamePatterns: t('File name patterns'),
    additionalGenericPatterns: t('Generic titles'),
    seriesNameTemplate: t('Series title'),
    titleTemplate: t('Book title'),
    expiresAt: t('Expiration date'),
    cronSchedule: t('Schedule'),
    cronTimezone: t('Time zone'),
  }
  const named = path.split('.').findLast((part) => !/^\d+$/.test(part))
  return named === undefined ? undefined : known[named]
}

/**
 * Returns true if the message is more specific than the reason, for example if it says that the
 * disk is full.
 */
const isSpecific = ({ reason, code }: ApiError) =>
  code !== undefined && (reason === 'unavailable' || /^(plugins|access)\./.test(code))

function formatReason(error: ApiError): string | undefined {
  if (isSpecific(error)) return undefined
  const { status, reason } = error
  switch (reason) {
    case 'unreachable':
      return t('Can’t reach the server. Check that it’s running and that you’re online.')
    case 'unauthenticated':
      return t('You’re not signed in')
    case 'forbidden':
      return t('You don’t have permission to do this')
    case 'too_many_requests':
      return t('Too many attempts. Wait a moment and try again.')
    case 'unavailable':
      return t('The server is busy. Try again in a moment.')
    default:
      return status >= 500
        ? t(
            'Something went wrong on the server. Try again. Administrators can find details in Settings → Logs.',
          )
        : undefined
  }
}
