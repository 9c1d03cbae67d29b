import { ApiError } from './client'

/**
 * Whether the resource does not exist. A truncated URL contains an invalid ID, which also counts.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 ||
    (error.status === 400 && error.details.some(({ path }) => path === 'id')))
