/** Makes a correct OpenAPI 3.1 document of what the plugin writes. Pure. */
import { chapters } from './tags'
import type { Wildcard } from './wildcards'
import { operationName } from './operation-names'

type Schema = Record<string, unknown>

interface Content {
  [mediaType: string]: { schema?: Schema }
}

interface Answer extends Schema {
  description?: string
  content?: Content
  headers?: unknown
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

/** `basePath`: under which a proxy shows the server, without a slash at the end. */
export function repaired(document: Document, basePath: string): Document {
  const named: Record<string, Schema> = { Error: errorSchema }
  const paths: Document['paths'] = {}
  for (const [given, operations] of Object.entries(document.paths)) {
    const path = given.replace(/(?<=.)\/$/, '')
    paths[path] = {}
    for (const [method, operation] of Object.entries(operations)) {
      const whole = repairedOperation(operation, path)
      const operationId = nameOf(whole, { method, path, isReadable: 'get' in operations })
      paths[path][method] = hoisted({ ...whole, operationId }, named) as Operation
    }
  }
  return {
    openapi: '3.1.0',
    info: document.info,
    servers: [{ url: basePath || '/' }],
    tags: tagsOf(paths),
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    paths,
    components: { schemas: named, responses, securitySchemes },
  }
}

/** What the plugin left out stands with the rest. */
export function withWildcards(document: Document, wildcards: readonly Wildcard[]): Document {
  const paths = { ...document.paths }
  for (const { path, method, operation } of wildcards) {
    paths[path] = { ...paths[path], [method]: operation }
  }
  return { ...document, paths }
}

/** What the plugin makes of method and path where the route names nothing. */
const madeUp = /^(get|post|put|patch|delete)(ApiV1|Health)/

function nameOf(
  { operationId, responses = {} }: Operation,
  place: { method: string; path: string; isReadable: boolean },
) {
  if (operationId && !madeUp.test(operationId)) return operationId
  const schema = responses['200']?.content?.['application/json']?.schema
  return operationName({
    ...place,
    path: place.path.replace('/api/v1', ''),
    isList: isList(schema),
  })
}

/** A list, a page of one, or an object around one. */
function isList(schema: Schema = {}) {
  if (schema['type'] === 'array') return true
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  return members.some(
    ([name, { type }]) => type === 'array' && (name === 'data' || members.length === 1),
  )
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

const closed = { additionalProperties: false }

/** The plugin takes apart the schema of an answer and leaves some of it beside the content. */
function repairedAnswer(
  status: string,
  { description, content, headers, ...rest }: Answer,
): Answer {
  const answer = { description: description ?? descriptions[status] ?? 'Done' }
  if (status === '204' || status === '304') return answer
  const kinds = Object.entries(oneKind(content ?? {})).map(([kind, { schema }]) => [
    kind,
    { schema: { ...rest, ...schema, ...(schema?.['properties'] !== undefined && closed) } },
  ])
  return {
    ...answer,
    ...(headers !== undefined && { headers }),
    ...(kinds.length > 0 && { content: Object.fromEntries(kinds) as Content }),
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
  if (!Bun.deepEquals(named[title] ?? copy, copy)) throw new Error(`two schemas are named ${title}`)
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
  ].map((name) => ({ name, ...(chapters[name] && { description: chapters[name] }) }))

const codeSchema = { type: 'string', description: 'Stable code of the message' }
const paramsSchema = {
  type: 'object',
  description: 'Values of the message: text, numbers, or messages of their own',
  additionalProperties: {},
}

const errorSchema: Schema = {
  type: 'object',
  title: 'Error',
  required: ['error', 'message', 'code', 'params', 'requestId'],
  properties: {
    error: { type: 'string', description: 'A stable word, such as not_found' },
    message: { type: 'string', description: 'In English, for people' },
    code: codeSchema,
    params: paramsSchema,
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message', 'code', 'params'],
        properties: {
          path: { type: 'string' },
          message: { type: 'string' },
          code: codeSchema,
          params: paramsSchema,
        },
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
