/**
 * Validates responses against Komga's API document (version 1.26.3). `komga-responses.json`
 * contains the statuses and schemas of each operation; null stands for a response without JSON.
 */
import Ajv, { type ValidateFunction } from 'ajv'
import document from './komga-responses.json'

interface Schema {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  [keyword: string]: unknown
}

const operations: Record<string, Record<string, Schema | null>> = document.operations
const schemas: Record<string, Schema> = completeSchemas(document.schemas)

// The apps of Aidoku accept no other format of times.
const formats = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, date: /^\d{4}-\d\d-\d\d$/ }
const ajv = new Ajv({ strict: false, allErrors: true, formats })
const validators = new Map<string, ValidateFunction>()

/** Lists problems of a successful response, such as `/content/0/url must be string`. */
export function findKomgaProblems(
  method: string,
  pathname: string,
  { status, body }: { status: number; body: unknown },
): string[] {
  // 204 means that there is no progression.
  if (status >= 300 || (status === 204 && pathname.endsWith('/progression'))) return []
  const name = findOperation(method, pathname.replace(/\/$/, ''))
  if (name === undefined) return [`${method} ${pathname} is not in Komga's document`]
  const answers = operations[name]!
  // Images have no status in the document.
  if (Object.keys(answers).length === 0) return []
  const schema = answers[String(status)]
  return schema === undefined
    ? [`${name} does not answer ${status}`]
    : findProblems(name, schema, body)
}

function findProblems(name: string, schema: Schema | null, body: unknown): string[] {
  if (schema === null) return body === undefined ? [] : [`${name} answers JSON`]
  if (schema.$ref?.endsWith('StreamingResponseBody')) return []
  const validate = validators.get(name) ?? ajv.compile({ ...schema, schemas })
  validators.set(name, validate)
  if (validate(body)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Finds the most specific path of the document that matches. */
function findOperation(method: string, pathname: string): string | undefined {
  const wanted = pathname.split('/')
  const matching = Object.keys(operations).filter((name) => {
    const [itsMethod, path = ''] = name.split(' ')
    return itsMethod === method && matchesPath(path.split('/'), wanted)
  })
  return matching.toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

const matchesPath = (parts: readonly string[], wanted: readonly string[]) =>
  (parts.length === wanted.length || parts.at(-1) === '*' || parts.at(-1) === '{resource}') &&
  parts.every((part, place) => part === '*' || part.startsWith('{') || part === wanted[place])

/**
 * Makes optional members required, because Komelia expects null for a missing value. Manifests of
 * Readium omit such members.
 */
function completeSchemas(given: Record<string, Schema>): Record<string, Schema> {
  const isOurs = (name: string) => !/^(WP|R2|Readium)/.test(name)
  return Object.fromEntries(
    Object.entries(given).map(([name, schema]) => [name, isOurs(name) ? complete(schema) : schema]),
  )
}

function complete(schema: Schema): Schema {
  if (!schema.properties) return schema
  const required = schema.required ?? []
  const isPage = 'pageable' in schema.properties
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, member]) => [
      name,
      isPage || required.includes(name) ? member : { anyOf: [member, { type: 'null' }] },
    ]),
  )
  return { ...schema, properties, required: Object.keys(properties) }
}
