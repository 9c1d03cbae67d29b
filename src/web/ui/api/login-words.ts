import { t } from '../i18n/i18n'
import { ApiError } from './client'
import { errorWords } from './error-words'

/** Why somebody could not sign in. */
export const loginWords = (error: unknown) =>
  error instanceof ApiError && error.status === 401
    ? t('This name and password do not belong together.')
    : errorWords(error)
