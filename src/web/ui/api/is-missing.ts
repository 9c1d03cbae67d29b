import { ApiError } from './client'

/** Whether what a URL names does not exist. A URL that was cut off contains no valid ID. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 ||
    (error.status === 400 && error.details.some(({ path }) => path === 'id')))
