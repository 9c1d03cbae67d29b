/** JSON Schema of a full export, with one definition for the lines of each file. */
import { exportVersion } from '../line-kinds'
import type { ExportedTable, ExportKind } from './export-kind'
import { describeMembers, type Member, type MemberType } from './record-members'

export type Schema = Record<string, unknown>

interface Described {
  content: 'everything' | 'person'
  kinds: readonly ExportKind[]
  /** Definitions of other files, keyed by name. */
  others?: Record<string, Schema>
}

export const buildSchema = ({ content, kinds, others }: Described): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Quire export',
  description: `Format ${exportVersion}. Each line of NAME.jsonl is an object as in $defs/NAME.`,
  $defs: {
    ...Object.fromEntries(kinds.map((kind) => [kind.name, buildKindSchema(kind)])),
    ...others,
    export: buildHeaderSchema(content),
  },
})

const buildHeaderSchema = (content: Described['content']): Schema => ({
  type: 'object',
  description: 'export.json',
  required: ['quireExport', 'version', 'createdAt', 'lines'],
  properties: {
    quireExport: { const: exportVersion },
    version: { type: 'string', description: 'The version of Quire.' },
    createdAt: { type: 'string', format: 'date-time' },
    installation: { type: ['string', 'null'] },
    content: { const: content },
    withSecrets: { type: 'boolean' },
    covers: { type: 'integer', description: 'The number of files in the folder covers.' },
    lines: {
      type: 'object',
      description: 'The number of lines by file.',
      additionalProperties: { type: 'integer' },
    },
  },
})

function buildKindSchema(kind: ExportKind): Schema {
  const { required, properties } = buildTableSchema(kind)
  for (const nested of kind.nested ?? []) {
    const record = buildTableSchema(nested)
    required.push(nested.member)
    properties[nested.member] = nested.orderBy
      ? { type: 'array', items: record }
      : { anyOf: [record, { type: 'null' }] }
  }
  return { ...buildObject(required, properties), description: kind.about }
}

function buildTableSchema(table: ExportedTable) {
  const members = describeMembers(table)
  const extras = Object.keys(table.extras?.() ?? {})
  const properties: Record<string, Schema> = {}
  for (const member of members) properties[member.name] = buildMemberSchema(member)
  for (const name of extras) properties[name] = { type: 'string' }
  const required = members.filter(({ isSecret }) => !isSecret).map(({ name }) => name)
  return buildObject([...required, ...extras], properties)
}

export const buildObject = (required: string[], properties: Record<string, Schema>) => ({
  type: 'object',
  required,
  properties,
})

const types: Record<MemberType, Schema> = {
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  instant: { type: 'string', format: 'date-time' },
  json: {},
}

function buildMemberSchema({ type, isNullable, words, refersTo }: Member): Schema {
  const base: Schema = words ? { enum: [...words, ...(isNullable ? [null] : [])] } : types[type]
  const orNull = isNullable && 'type' in base ? { ...base, type: [base['type'], 'null'] } : base
  return refersTo === undefined ? orNull : { ...orNull, description: `ID of ${refersTo}.` }
}
