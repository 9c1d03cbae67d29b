/** Makes a correct OpenAPI 3.1 document of what the plugin writes. Pure. */

type Schema = Record<string, unknown>

interface Content {
  [mediaType: string]: { schema?: Schema }
}

interface Answer {
  description?: string
  content?: Content
  headers?: unknown
  $ref?: string
}

interface Operation {
  operationId?: string
  summary?: string
  parameters?: { name: string; in: string; schema?: Schema }[]
  requestBody?: { required?: boolean; content?: Content }
  responses?: Record<string, Answer>
  security?: Record<string, string[]>[]
  tags?: string[]
}

export interface Document {
  openapi: string
  info: Schema
  tags?: { name: string }[]
  servers?: { url: string }[]
  security?: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components?: Schema
}

export function repaired(document: Document): Document {
  const named: Record<string, Schema> = { Error: errorSchema }
  const paths: Document['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    paths[path] = {}
    for (const [method, operation] of Object.entries(operations)) {
      paths[path][method] = hoisted(repairedOperation(operation, path), named) as Operation
    }
  }
  return {
    openapi: '3.1.0',
    info: document.info,
    servers: [{ url: '/' }],
    tags: tagsOf(paths),
    security: [{ bearer: [] }],
    paths,
    components: { schemas: named, responses, securitySchemes },
  }
}

function repairedOperation(operation: Operation, path: string): Operation {
  const isPublic = operation.security?.length === 0
  const body = operation.requestBody
  return {
    ...operation,
    ...(body && { requestBody: { ...body, content: oneKind(body.content ?? {}) } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses ?? { 200: {} }).map(([status, answer]) => [
          status,
          repairedAnswer(status, answer),
        ]),
      ),
      ...refusalsOf(operation, path, isPublic),
    },
  }
}

/** The plugin repeats each schema for three media types; a file makes it a form, else it is JSON. */
function oneKind(content: Content): Content {
  const kinds = Object.keys(content)
  if (!kinds.includes('text/plain') || !kinds.includes('application/json')) return content
  const schema = content['application/json']!.schema ?? {}
  const isForm = JSON.stringify(schema).includes('"format":"binary"')
  return { [isForm ? 'multipart/form-data' : 'application/json']: { schema } }
}

function repairedAnswer(status: string, answer: Answer): Answer {
  const description = answer.description ?? descriptions[status] ?? 'Done'
  if (status === '204' || status === '304') return { description }
  return {
    ...answer,
    description,
    ...(answer.content && { content: oneKind(answer.content) }),
  }
}

const descriptions: Record<string, string> = {
  200: 'Done',
  201: 'Made',
  202: 'Accepted; it is done in the background',
  204: 'Done; there is nothing to send',
  206: 'A part of the file',
  304: 'Not changed since',
  503: 'Not available now',
}

function refusalsOf(operation: Operation, path: string, isPublic: boolean) {
  const takesInput = operation.requestBody ?? (operation.parameters ?? []).length > 0
  return {
    ...(takesInput && { 400: { $ref: '#/components/responses/Invalid' } }),
    ...(!isPublic && {
      401: { $ref: '#/components/responses/Unauthenticated' },
      403: { $ref: '#/components/responses/Forbidden' },
    }),
    ...(path.includes('{') && { 404: { $ref: '#/components/responses/NotFound' } }),
  }
}

/** Schemas with a title get a place of their own, so that generated clients have names for them. */
function hoisted(value: unknown, named: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoisted(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $id: _, ...rest } = value as Schema
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, hoisted(member, named)]),
  )
  const title = copy['title']
  if (typeof title !== 'string' || copy['type'] !== 'object') return copy
  named[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

const tagsOf = (paths: Document['paths']) =>
  [
    ...new Set(
      Object.values(paths).flatMap((operations) =>
        Object.values(operations).flatMap(({ tags }) => tags ?? []),
      ),
    ),
  ].map((name) => ({ name }))

const errorSchema: Schema = {
  type: 'object',
  title: 'Error',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A stable word, such as not_found' },
    message: { type: 'string', description: 'A sentence for people' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

const responses = {
  Invalid: refusal('The request is not valid; details name each member'),
  Unauthenticated: refusal('Sign in first'),
  Forbidden: refusal('Your rights do not reach that far'),
  NotFound: refusal('There is nothing here, or you may not see it'),
}

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Access token or API key' },
  basic: { type: 'http', scheme: 'basic' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  session: { type: 'apiKey', in: 'cookie', name: 'quire_session' },
}
