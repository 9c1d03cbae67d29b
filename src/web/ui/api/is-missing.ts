import { ApiError } from './client'

/**
 * Returns whether the error means that the resource does not exist. This includes invalid IDs,
 * which come from truncated URLs.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 ||
    (error.status === 400 && error.details.some(({ path }) => path === 'id')))
