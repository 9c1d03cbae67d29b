/**
 * Headers of responses that are sent often. Copying `Headers` is ten times as fast as reading an
 * object with the same headers.
 */
import { securityHeaders } from './security-headers'
import { getRequestId } from '../requests/request-id'

/** Creates headers that consist of the security headers and the given ones. */
export const prepareHeaders = (own: Record<string, string>) =>
  new Headers({ ...securityHeaders, ...own })

export function copyHeaders(prepared: Headers, request: Request): Headers {
  const headers = new Headers(prepared)
  headers.set('x-request-id', getRequestId(request))
  return headers
}
