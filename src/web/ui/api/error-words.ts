/** What went wrong, in words for people. */
import { t } from '../i18n/i18n'
import { ApiError } from './client'

export function errorWords(error: unknown): string {
  if (!(error instanceof ApiError)) return t('Something went wrong in this page. Load it again.')
  const ours = wordsOf(error)
  if (ours) return ours
  const details = error.details.map(({ path, message }) => `${path} ${message}`)
  return details.length > 0 ? details.join('. ') : error.message
}

function wordsOf({ status, reason }: ApiError): string | undefined {
  switch (reason) {
    case 'unreachable':
      return t('The server does not answer. Is it running, and are you connected?')
    case 'unauthenticated':
      return t('You are not signed in.')
    case 'forbidden':
      return t('Your account may not do this.')
    case 'too_many_requests':
      return t('Too many attempts. Wait a moment and try again.')
    case 'unavailable':
      return t('The server is busy. Try again in a moment.')
    default:
      return status >= 500 ? t('The server made a mistake. Its log says more.') : undefined
  }
}
