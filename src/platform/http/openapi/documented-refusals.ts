/** The refusals that the API document lists for an operation. */

/** Member of a route's `detail`: the operation supports `If-Match`. */
export const supportsIfMatch = 'x-if-match'

/** Member of a route's `detail`: statuses that the rules in `listRefusals` do not cover. */
export const alsoRefuses = 'x-also-refuses'

export const ifMatch = {
  name: 'if-match',
  in: 'header',
  description: 'ETag of the version that the change is based on',
  schema: { type: 'string' },
}

interface Place {
  path: string
  method: string
  isPublic: boolean
  isJson: boolean
  /** The operation supports `If-Match`. */
  hasCondition: boolean
  more: readonly (keyof typeof names)[]
}

interface Operation {
  parameters?: readonly unknown[]
  requestBody?: object
}

export function listRefusals(
  { parameters = [], requestBody }: Operation,
  { path, method, isPublic, isJson, hasCondition, more }: Place,
) {
  const isChange = method !== 'get'
  const isOfApi = path.startsWith('/api/')
  const takesInput = requestBody !== undefined || parameters.length > 0
  const rules: [boolean, (keyof typeof names)[]][] = [
    [!isChange, [304]],
    // A change that takes no input also fails if it is sent with a body that is not JSON.
    [takesInput || isChange, [400]],
    [!isPublic || (isOfApi && isChange), [401, 403]],
    [isOfApi && takesInput, [404]],
    [isOfApi && isJson, [406]],
    [isOfApi && isChange, [409, 413, 415]],
    [hasCondition, [412]],
    [isOfApi, [429, 503]],
  ]
  const statuses = [...rules.flatMap(([holds, all]) => (holds ? all : [])), ...more]
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${names[status]}` }]),
  )
}

const names = {
  304: 'NotModified',
  400: 'Invalid',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  406: 'NotAcceptable',
  409: 'Conflict',
  412: 'PreconditionFailed',
  413: 'TooLarge',
  415: 'UnsupportedType',
  429: 'TooManyRequests',
  503: 'Unavailable',
} as const

const describeRefusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const retryAfter = {
  'Retry-After': {
    description: 'Number of seconds after which the request may succeed',
    schema: { type: 'integer', minimum: 1 },
  },
}

export const refusalResponses = {
  Invalid: describeRefusal('Invalid request; `details` lists the invalid fields'),
  Unauthenticated: describeRefusal('Authentication is required'),
  Forbidden: describeRefusal('Missing permission'),
  NotFound: describeRefusal('Not found, or not visible to the user'),
  NotModified: { description: 'Not changed since the ETag in `If-None-Match`' },
  NotAcceptable: describeRefusal('Not available in a type that the `Accept` header allows'),
  Conflict: describeRefusal('The current state does not allow this change'),
  PreconditionFailed: describeRefusal('Changed by someone else since the version in `If-Match`'),
  TooLarge: describeRefusal('The request body is too large'),
  UnsupportedType: describeRefusal('The request body has an unsupported type'),
  TooManyRequests: { ...describeRefusal('Too many requests'), headers: retryAfter },
  Unavailable: {
    ...describeRefusal('The server is busy or starting, or its disk or database is unavailable'),
    headers: retryAfter,
  },
}
