/** Corrects the plugin's document so that it is valid OpenAPI 3.1. Pure. */
import {
  alsoRefuses,
  ifMatch,
  listRefusals,
  refusalResponses,
  supportsIfMatch,
} from './documented-refusals'
import { answersDirectly } from '../requests/direct-answers'
import { tagDescriptions } from './tags'
import type { Wildcard } from './wildcards'
import { buildOperationName } from './operation-names'

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
  /** Set by routes. Becomes a header parameter and a documented response. */
  [supportsIfMatch]?: boolean
  [alsoRefuses]?: (406 | 409)[]
  [answersDirectly]?: true
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

/** `basePath`: path of the server behind a proxy, without a trailing slash. */
export function repairDocument(document: Document, basePath: string): Document {
  const named: Record<string, Schema> = { Error: errorSchema }
  const paths: Document['paths'] = {}
  for (const [given, operations] of Object.entries(document.paths)) {
    const path = given.replace(/(?<=.)\/$/, '')
    paths[path] = {}
    for (const [method, operation] of Object.entries(operations)) {
      const isReadable = 'get' in operations
      const whole = repairOperation(operation, { path, method, isReadable })
      const operationId = getOperationId(whole, { method, path, isReadable })
      paths[path][method] = hoistSchemas({ ...whole, operationId }, named) as Operation
    }
  }
  return {
    openapi: '3.1.0',
    info: document.info,
    servers: [{ url: basePath || '/' }],
    tags: listTags(paths),
    security: Object.keys(securitySchemes).map((scheme) => ({ [scheme]: [] })),
    paths,
    components: { schemas: named, responses: refusalResponses, securitySchemes },
  }
}

/** Adds the routes that the plugin omits. */
export function addWildcards(document: Document, wildcards: readonly Wildcard[]): Document {
  const paths = { ...document.paths }
  for (const { path, method, operation } of wildcards) {
    paths[path] = { ...paths[path], [method]: operation }
  }
  return { ...document, paths }
}

/** Matches the operation IDs that the plugin generates. */
const generatedId = /^(get|post|put|patch|delete)(ApiV1|Health)/

function getOperationId(
  { operationId, responses = {} }: Operation,
  place: { method: string; path: string; isReadable: boolean },
) {
  if (operationId && !generatedId.test(operationId)) return operationId
  const schema = responses['200']?.content?.['application/json']?.schema
  return buildOperationName({
    ...place,
    path: place.path.replace('/api/v1', ''),
    isList: isList(schema),
  })
}

/** True for a list, a page, or an object with a single list. */
function isList(schema: Schema = {}) {
  if (schema['type'] === 'array') return true
  const members = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  return members.some(
    ([name, { type }]) => type === 'array' && (name === 'data' || members.length === 1),
  )
}

function repairOperation(
  {
    [supportsIfMatch]: checksVersion = false,
    [alsoRefuses]: more = [],
    [answersDirectly]: _,
    ...operation
  }: Operation,
  { path, method, isReadable }: { path: string; method: string; isReadable: boolean },
): Operation {
  const hasCondition = checksVersion || (isReadable && /^(put|patch|delete)$/.test(method))
  const isPublic = operation.security?.length === 0
  const body = operation.requestBody
  const responses = Object.fromEntries(
    Object.entries(operation.responses ?? { 200: {} }).map(([status, answer]) => [
      status,
      repairResponse(status, answer),
    ]),
  )
  const isJson = Object.values(responses).some(({ content }) => content?.['application/json'])
  return {
    ...operation,
    ...(hasCondition && {
      parameters: [...(operation.parameters ?? []), ifMatch],
    }),
    ...(body && { requestBody: { ...body, content: pickMediaType(body.content ?? {}) } }),
    responses: {
      ...responses,
      ...listRefusals(operation, { path, method, isPublic, isJson, hasCondition, more }),
    },
  }
}

/**
 * Removes the media types that an operation does not accept, because the plugin lists three for
 * each schema. Operations with a file accept forms. Operations without a file, or with an optional
 * one, accept JSON.
 */
function pickMediaType(content: Content): Content {
  const kinds = Object.keys(content)
  if (!kinds.includes('text/plain') || !kinds.includes('application/json')) return content
  const schema = content['application/json']!.schema ?? {}
  const isForm = JSON.stringify(schema).includes('"format":"binary"')
  if (!isForm) return { 'application/json': { schema } }
  const hasOptionalFile = !(schema as { required?: string[] }).required?.includes('file')
  return {
    'multipart/form-data': { schema },
    ...(hasOptionalFile && { 'application/json': { schema } }),
  }
}

const noAdditionalProperties = { additionalProperties: false }

/** Moves parts of a schema that the plugin leaves next to the content back into the schema. */
function repairResponse(
  status: string,
  { description, content, headers, ...rest }: Answer,
): Answer {
  const answer = { description: description ?? descriptions[status] ?? 'OK' }
  if (status === '204' || status === '304') return answer
  const kinds = Object.entries(pickMediaType(content ?? {})).map(([kind, { schema }]) => [
    kind,
    {
      schema: {
        ...rest,
        ...schema,
        ...(schema?.['properties'] !== undefined && noAdditionalProperties),
      },
    },
  ])
  return {
    ...answer,
    ...(headers !== undefined && { headers }),
    ...(kinds.length > 0 && { content: Object.fromEntries(kinds) as Content }),
  }
}

const descriptions: Record<string, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; runs in the background',
  204: 'No content',
  206: 'Part of the file',
  304: 'Not modified',
  503: 'Unavailable',
}

/** Moves titled schemas to the components, so that generated clients use their titles as names. */
function hoistSchemas(value: unknown, named: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoistSchemas(item, named))
  if (typeof value !== 'object' || value === null) return value
  const { $id: _, ...rest } = value as Schema
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, member]) => [key, hoistSchemas(member, named)]),
  )
  const title = copy['title']
  if (typeof title !== 'string' || copy['type'] !== 'object') return copy
  if (!Bun.deepEquals(named[title] ?? copy, copy)) throw new Error(`duplicate schema name ${title}`)
  named[title] = copy
  return { $ref: `#/components/schemas/${title}` }
}

const listTags = (paths: Document['paths']) =>
  [
    ...new Set(
      Object.values(paths).flatMap((operations) =>
        Object.values(operations).flatMap(({ tags }) => tags ?? []),
      ),
    ),
  ].map((name) => ({ name, ...(tagDescriptions[name] && { description: tagDescriptions[name] }) }))

const codeSchema = { type: 'string', description: 'Stable code of the message' }
const paramsSchema = {
  type: 'object',
  description: 'Values used in the message: text, numbers or nested messages',
  additionalProperties: {},
}

const errorSchema: Schema = {
  type: 'object',
  title: 'Error',
  required: ['error', 'message', 'code', 'params', 'requestId'],
  properties: {
    error: { type: 'string', description: 'Error code, such as not_found' },
    message: { type: 'string', description: 'Human-readable message in English' },
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

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'Access token or API key' },
  basic: { type: 'http', scheme: 'basic' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  session: { type: 'apiKey', in: 'cookie', name: 'quire_session' },
}
